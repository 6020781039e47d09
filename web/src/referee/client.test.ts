import { expect, it, vi } from "vitest";
import { Closed, connect } from "./client";

it("a referee that is closed answers everybody who still waits", async () => {
  vi.stubGlobal("Worker", class {
    postMessage() {}
    terminate() {}
  });
  vi.stubGlobal("fetch", () => new Promise(() => {}));
  const referee = connect();
  const asked = [referee.ask({ do: "view" }), referee.ask({ do: "asked" }), referee.ask({ do: "options" })];
  referee.close();
  for (const answer of asked) await expect(answer).rejects.toBeInstanceOf(Closed);
  vi.unstubAllGlobals();
});
