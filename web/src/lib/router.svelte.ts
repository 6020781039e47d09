// The page's routes: the path and what follows the #.

function read() {
  return { path: location.pathname, hash: new URLSearchParams(location.hash.slice(1)), search: new URLSearchParams(location.search) };
}

class Route {
  now = $state.raw(read());

  constructor() {
    addEventListener("popstate", () => this.renew());
    addEventListener("hashchange", () => this.renew());
    addEventListener("click", (event) => {
      if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
      const link = (event.target as Element | null)?.closest?.("a");
      if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
      if (link.pathname.startsWith("/api/")) return;
      event.preventDefault();
      this.go(link.pathname + link.search + link.hash);
    });
  }

  renew() {
    this.now = read();
  }

  go(to: string) {
    history.pushState(null, "", to);
    this.renew();
    scrollTo(0, 0);
  }

  /** Changes what follows the # without a new step of the history. */
  mark(hash: string) {
    history.replaceState(null, "", `${location.pathname}${location.search}${hash ? `#${hash}` : ""}`);
    this.now = read();
  }
}

export const route = new Route();
