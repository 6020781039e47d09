// The map under the pieces. The page writes the names of key positions itself, large enough to be read at every scale: they are taken
// out of the map, where they would shrink with it.

/** The lettering of the key positions in a map (crates/picture). */
const LETTERS = /<use href="#keys"[^>]*\/>/g;

export interface Ground {
  /** Where the map is read from; nothing while it is on its way. */
  readonly source: string | null;
  /** The map itself names the key positions. */
  readonly writes: boolean;
}

/** A map without the names of its key positions, as long as these are written by the page; the whole map if it cannot be read. */
export function nameless(map: () => string, shown: () => boolean | undefined, written: () => boolean | undefined): Ground {
  let bare = $state<string | null | undefined>(undefined);
  $effect(() => {
    const from = map();
    let url: string | null = null;
    let gone = false;
    bare = undefined;
    void fetch(from)
      .then((answer) => (answer.ok ? answer.text() : Promise.reject(new Error(answer.statusText))))
      .then(
        (drawing) => {
          if (gone) return;
          url = URL.createObjectURL(new Blob([drawing.replace(LETTERS, "")], { type: "image/svg+xml" }));
          bare = url;
        },
        () => {
          if (!gone) bare = null;
        },
      );
    return () => {
      gone = true;
      if (url) URL.revokeObjectURL(url);
    };
  });
  const source = $derived(!written() ? map() : bare === undefined ? null : (bare ?? map()));
  return {
    get source() {
      return source;
    },
    get writes() {
      return !!shown() && bare === null;
    },
  };
}
