// What is written on the table and beside it: names, key positions, the light, warnings about where a unit would stand.
export const onTable = {
  left: (stands: number) => (stands === 1 ? "1 stand left" : `${stands} stands left`),
  /** A key position: what it is worth, and who has it. */
  key: {
    worth: ([first, second]: [number, number], armies: string[]) =>
      first === second ? `worth ${count(first)}` : `worth ${count(first)} to ${armies[0]}, ${second} to ${armies[1]}`,
    held: (army: string) => `held by ${army}`,
    free: "held by nobody",
    /** A few letters beside its name. */
    tag: ([first, second]: [number, number]) => `★${first === second ? first : `${first}:${second}`}`,
  },
  /** Smoke of a grass fire: what it does and when it goes. */
  smoke: {
    name: "Smoke",
    hint: (name: string, drifts: string, to: string, until: number, left: number) =>
      `${name}: nobody sees through the smoke; who stands in it sees out and is seen. ` +
      (left > 0 ? `When a turn begins it drifts ${drifts} to the ${to}; it is gone after turn ${until}.` : "It is gone when this turn ends."),
    drifts: (far: string, to: string) => [`drifts ${far} a turn`, `to the ${to}`],
    would: (until: number) => `The smoke would lie here, to the end of turn ${until}`,
  },
  /** The light beside the clock, and what it means. */
  light: (light: string, sight: string | null) => {
    const [what = "", ...sky] = light.replaceAll("-", " ").split(" ");
    const more = what === "night" ? `, ${sky.join(" ")}` : "";
    return sight ? `${what}${more}: sight ${sight}` : `${what}${more}`;
  },
  lightHint: (light: string, sight: string | null) => {
    const what = light.startsWith("night") ? "Night" : "Twilight";
    return sight ? `${what}: nobody sees farther than ${sight}.` : `${what}.`;
  },
  clockHint: (time: string) => `The turn begins at ${time}.`,
  ratingHint: "Stands at the start / becomes worn at / becomes spent at, then its experience: elite or crack, veteran, trained, green or raw",
  heavyHint: (stands: number) => `From ${stands} stands lost on, the army's losses are heavy and give the enemy points.`,
  /** Where a unit would stand badly; it may go there all the same. */
  warns: {
    reach: (leader: string, far: string, other: string | null) => `out of reach of ${leader}, who commands to ${far}${other ? `; ${other} reaches it` : ", unless he rides after it"}`,
    /** `others`: guns that have no order yet could follow. */
    splits: (far: string, others: boolean) => `splits the battery${others ? " unless the other guns follow" : ""}: over ${far} apart they are units of their own and check without the +2`,
    /** The same in a line of the list, and of a battery whose guns stand apart in the middle of its orders. */
    splitsShort: "splits the battery",
    isApart: (far: string) => `guns of this battery stand over ${far} apart: unless they close up now it splits, and they check without the +2`,
    masks: (battery: string, target: string) => `in the way of ${battery} firing at ${target}`,
  },
  /** While the result of one's own combat is left to be read. */
  read: (army: string) => `Read what came of it; then ${army} goes on.`,
  rolls: {
    last: "Last rolls",
    one: "Last roll",
    none: "No die has been rolled yet.",
    close: "Close",
    hint: "Click to close",
  },
};

function count(points: number): string {
  return points === 1 ? "1 point" : `${points} points`;
}
