import { beforeEach, describe, expect, it, vi } from "vitest";
import { Closed, Referee } from "../referee/client";
import { Queue } from "../referee/queue";

// A referee for whom every order is right: the sides take turns, and `roll` rolls a die.
function easyReferee(): Referee {
  let given: string[] = [];
  const asked = () => ({ turn: 1, phase: "maneuver", side: given.length % 2 ? "second" : "first", army: "", task: "checks", units: [], leaders: [], reminders: [] });
  const answer = (request: { do: string; order?: string }) => {
    switch (request.do) {
      case "load":
        given = [];
        return { did: "load", events: [], asked: asked() };
      case "apply":
        given.push(request.order ?? "");
        return { did: "apply", events: [{ kind: request.order === "fight" ? "fights" : "does", sentence: request.order, dice: request.order === "roll" ? [4] : [] }], asked: asked(), victory: null };
      case "undo":
        given.pop();
        return { did: "undo" };
      case "asked":
        return { did: "asked", asked: asked(), victory: null };
      case "advice":
        return { did: "advice", order: `advised ${given.length}` };
      case "options":
        return { did: "options", orders: ["roll", "done"] };
      default:
        return { did: "view", units: [], leaders: [], armies: [] };
    }
  };
  const queue = new Queue(async (line) => JSON.stringify(answer(JSON.parse(line))));
  return new Referee({ send: (line) => queue.ask(line), close: () => {} });
}

class Line {
  static last: Line | null = null;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  constructor(readonly url: string) {
    Line.last = this;
  }
  close() {}
  push(message: unknown) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

const served = { orders: ["a", "b"] as string[] };
let Battle: typeof import("./battle.svelte").Battle;

beforeEach(async () => {
  served.orders = ["a", "b"];
  vi.stubGlobal("localStorage", { getItem: () => JSON.stringify({ dice: false, pace: "fast" }), setItem: () => {} });
  vi.stubGlobal("location", { protocol: "http:", host: "table" });
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  vi.stubGlobal("WebSocket", Line);
  vi.stubGlobal("fetch", async (path: string, init?: { body?: string }) => {
    const body = init?.body ? (JSON.parse(init.body) as { after: number; order?: string }) : null;
    const json = async () => {
      if (!body) return { id: "x", yours: ["first"], seats: [], record: { orders: served.orders, dice: [] }, orders: served.orders.length };
      if (path.endsWith("/surrender")) return { kind: "resigned", n: served.orders.length };
      if (path.endsWith("/undo")) return { kind: "undo", n: body.after - 1 };
      return { kind: "order", n: body.after + 1, order: body.order, dice: [], by: "first" };
    };
    return { ok: true, status: 200, json };
  });
  ({ Battle } = await import("./battle.svelte"));
});

const order = (n: number, by = "second") => ({ kind: "order", n, order: `o${n}`, dice: [], by });

async function opened() {
  const battle = new Battle("x", ["token", null], easyReferee);
  await battle.open();
  return battle;
}

describe("a battle on the page", () => {
  it("is told from its record, and the socket is asked for what came since", async () => {
    const battle = await opened();
    expect(battle.moments.map((moment) => moment.order)).toEqual(["a", "b"]);
    expect(battle.moments.map((moment) => moment.by)).toEqual(["first", "second"]);
    expect(Line.last?.url).toBe("ws://table/api/battles/x/socket?after=2&seat=token");
    battle.close();
  });

  it("when a surrender is accepted nothing more is asked, and what ends the battle is shown at once", async () => {
    const { keep } = await import("../lib/keep.svelte");
    keep.set({ pace: "step" });
    const battle = await opened();
    expect(battle.decides).toBe(true);
    await battle.accept();
    expect(battle.decides).toBe(false);
    Line.last?.push(order(3));
    Line.last?.push(order(4));
    await vi.waitFor(() => expect(battle.moments).toHaveLength(4));
    expect(battle.waits).toBe(false);
    battle.close();
    keep.set({ pace: "fast" });
  });

  it("the machine plays it out by its advice, until it is stopped", async () => {
    const battle = await opened();
    battle.playOut(true);
    await vi.waitFor(() => expect(battle.moments.at(-1)?.order).toBe("advised 2"));
    Line.last?.push(order(4));
    await vi.waitFor(() => expect(battle.moments.at(-1)?.order).toBe("advised 4"));
    expect(battle.decides).toBe(false);
    battle.playOut(false);
    Line.last?.push(order(6));
    await vi.waitFor(() => expect(battle.decides).toBe(true));
    expect(battle.moments).toHaveLength(6);
    battle.close();
  });

  it("goes on playing it out when it is told twice at a time to go on", async () => {
    const battle = await opened();
    battle.playOut(true);
    battle.playOut(true);
    await vi.waitFor(() => expect(battle.moments.at(-1)?.order).toBe("advised 2"));
    expect(battle.steward).toBe(true);
    Line.last?.push(order(4));
    await vi.waitFor(() => expect(battle.moments.at(-1)?.order).toBe("advised 4"));
    battle.close();
  });

  it("who is beaten is told with the orders that come", async () => {
    const battle = await opened();
    expect(battle.beaten).toBeNull();
    await battle.give("go");
    Line.last?.push({ ...order(4), beaten: "second" });
    await vi.waitFor(() => expect(battle.beaten).toBe("second"));
    battle.close();
  });

  it("an order that is taken back is told, until another is given", async () => {
    const battle = await opened();
    await battle.give('"5th US": hold');
    await vi.waitFor(() => expect(battle.moments).toHaveLength(3));
    expect(battle.undone).toBeNull();
    await battle.undo();
    await vi.waitFor(() => expect(battle.undone?.unit).toBe("5th US"));
    expect(battle.moments).toHaveLength(2);
    await battle.give("go");
    expect(battle.undone).toBeNull();
    battle.close();
  });

  it("an order that comes as the answer and through the socket is carried out once", async () => {
    const battle = await opened();
    await battle.give("go");
    Line.last?.push({ ...order(3, "first"), order: "go" });
    await vi.waitFor(() => expect(battle.moments).toHaveLength(3));
    expect(battle.moments.at(-1)?.order).toBe("go");
    battle.close();
  });

  it("orders of the other side are shown one after the other, or at once when skipped", async () => {
    const battle = await opened();
    Line.last?.push(order(3));
    Line.last?.push(order(4));
    Line.last?.push(order(5));
    expect(battle.myTurn).toBe(false);
    battle.skip();
    await vi.waitFor(() => expect(battle.moments.map((moment) => moment.order)).toEqual(["a", "b", "o3", "o4", "o5"]));
    battle.close();
  });

  it("the result of one's own combat is left to be read before the other side goes on", async () => {
    const { keep } = await import("../lib/keep.svelte");
    keep.set({ dice: true });
    const battle = await opened();
    await battle.give("fight");
    await vi.waitFor(() => expect(battle.moments).toHaveLength(3));
    Line.last?.push(order(4));
    await vi.waitFor(() => expect(battle.waits).toBe(true));
    expect(battle.moments).toHaveLength(3);
    battle.next();
    await vi.waitFor(() => expect(battle.moments).toHaveLength(4));
    keep.set({ dice: false });
    battle.close();
  });

  it("what was taken back is gone, and can be only until a die has fallen", async () => {
    const battle = await opened();
    await battle.give("go");
    await vi.waitFor(() => expect(battle.moments).toHaveLength(3));
    expect(battle.canUndo).toBe(true);
    await battle.undo();
    await vi.waitFor(() => expect(battle.moments).toHaveLength(2));
    await vi.waitFor(() => expect(battle.myTurn).toBe(true));
    await battle.give("roll");
    await vi.waitFor(() => expect(battle.moments).toHaveLength(3));
    expect(battle.canUndo).toBe(false);
    battle.close();
  });

  it("where orders are missing the battle is read anew", async () => {
    const battle = await opened();
    served.orders = ["a", "b", "c", "d", "e"];
    vi.spyOn(console, "error").mockImplementation(() => {});
    Line.last?.push(order(5));
    battle.skip();
    await vi.waitFor(() => expect(battle.moments).toHaveLength(5));
    expect(battle.moments.at(-1)?.order).toBe("e");
    battle.close();
  });

  it("a battle that is read anew while an order is shown is played on", async () => {
    // The first referee never answers the third order; it is closed when the battle is read anew.
    let giveUp = (_: Error) => {};
    const stuck = () => {
      const easy = easyReferee();
      const send = (line: string) =>
        line.includes('"o3"') ? new Promise<string>((_, reject) => (giveUp = reject)) : easy.ask<object>(JSON.parse(line)).then((answer) => JSON.stringify(answer));
      return new Referee({ send, close: () => giveUp(new Closed()) });
    };
    const referees = [stuck, easyReferee];
    const battle = new Battle("x", ["token", null], () => (referees.shift() ?? easyReferee)());
    await battle.open();
    Line.last?.push(order(3));
    battle.skip();
    Line.last?.push({ kind: "presence", seats: [], orders: 1 });
    await vi.waitFor(() => expect(referees).toHaveLength(0));
    await vi.waitFor(() => expect(battle.myTurn).toBe(true));
    expect(await battle.give("go")).toBe(true);
    await vi.waitFor(() => expect(battle.moments.map((moment) => moment.order)).toEqual(["a", "b", "go"]));
    battle.close();
  });
});
