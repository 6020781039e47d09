// Places in battles that no dice can spoil: records of the repository, cut where something is asked.
import { readdirSync, readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import { settings as begins, slowly, type Begun } from "./table";

/** What is used of a record. */
export interface Kept {
  orders: string[];
  dice: number[];
  digests: Record<string, string>;
}

interface Asked {
  turn: number;
  task: string;
  army: string;
  side: string;
  units: string[];
}

interface Exports {
  memory: WebAssembly.Memory;
  reserve(bytes: number): number;
  answer(bytes: number): number;
  answer_length(): number;
}

/** The referee of the page, here. */
async function referee(): Promise<(request: object) => Record<string, never>> {
  const { instance } = await WebAssembly.instantiate(readFileSync(new URL("../public/referee.wasm", import.meta.url)), {});
  const inside = instance.exports as unknown as Exports;
  return (request) => {
    const bytes = new TextEncoder().encode(JSON.stringify(request));
    // To reserve may move the memory: only then is it looked at.
    const at = inside.reserve(bytes.length);
    new Uint8Array(inside.memory.buffer, at, bytes.length).set(bytes);
    const from = inside.answer(bytes.length);
    return JSON.parse(new TextDecoder().decode(new Uint8Array(inside.memory.buffer, from, inside.answer_length())));
  };
}

const BATTLES = new URL("../../docs/battles/", import.meta.url);

/** A record of docs/battles. */
export function kept(battle: string): Kept {
  return JSON.parse(readFileSync(new URL(`${battle}.json`, BATTLES), "utf8")) as Kept;
}

/** A place that is looked for: what is asked, the orders that can be given, what was asked last, and a referee who stands there. */
type Wanted = (asked: Asked, orders: string[], before: string, ask: (request: object) => Record<string, never>) => boolean;

/**
 * A record of docs/battles up to where something is asked. The battles are fought anew now and then, and what happens in one may not
 * happen in it the next time: then it is looked for in the others, unless `here` says that it must be this one.
 */
export async function upTo(battle: string, wanted: Wanted, here = false): Promise<Kept> {
  const others = readdirSync(BATTLES).filter((name) => name.endsWith(".json") && name !== `${battle}.json`);
  for (const name of [battle, ...(here ? [] : others.map((other) => other.replace(".json", "")).sort())]) {
    const found = await search(kept(name), wanted);
    if (found) return found;
  }
  throw new Error(`${battle}${here ? "" : " or another battle"} never comes to such a place`);
}

/** The record up to the first such place in it. */
async function search(whole: Kept, wanted: Wanted): Promise<Kept | null> {
  const ask = await referee();
  let { asked } = ask({ do: "load", record: { ...whole, orders: [], dice: [], digests: {}, seed: null }, dice: whole.dice }) as unknown as { asked: Asked | null };
  let dice = 0;
  let before = "";
  for (const [n, order] of whole.orders.entries()) {
    const { orders } = ask({ do: "options" }) as unknown as { orders: string[] };
    if (asked && wanted(asked, orders, before, ask)) return { ...whole, orders: whole.orders.slice(0, n), dice: whole.dice.slice(0, dice), digests: { "0": whole.digests["0"] ?? "" } };
    before = asked?.task ?? "";
    const done = ask({ do: "apply", order }) as unknown as { events: { dice?: number[] }[]; asked: Asked | null };
    dice += done.events.reduce((sum, event) => sum + (event.dice?.length ?? 0), 0);
    asked = done.asked;
  }
  return null;
}

/** Opens a battle that goes on from a record, with these seats. */
async function open(page: Page, from: Kept, kinds: string[]): Promise<void> {
  const answer = await page.request.post("/api/battles", { data: { record: from, seats: kinds } });
  expect(answer.ok(), await answer.text()).toBe(true);
  const begun = (await answer.json()) as Begun;
  const tokens = begun.seats.map((one) => one.token);
  const seats = [{ id: begun.id, title: "", scenario: "", tokens, at: 0 }];
  await page.addInitScript((value) => localStorage.setItem("dq-battles", value), JSON.stringify(seats));
  await page.goto(`/battle/${begun.id}`);
}

/** Opens a battle of two at one screen that goes on from there. */
export async function goOn(page: Page, from: Kept): Promise<void> {
  await slowly(page);
  await open(page, from, ["human", "human"]);
  await expect(page.locator(".page")).toHaveAttribute("data-orders", String(from.orders.length));
}

/** Opens a battle against the machine that goes on from there, with these settings. */
export async function machine(page: Page, from: Kept, kinds: string[], settings: Record<string, string | boolean>): Promise<void> {
  await begins(page, { dice: true, guard: false, auto: false, ...settings });
  await open(page, from, kinds);
  await expect(page.locator(".page")).toBeVisible();
}

/** The crossroads with one side nearly gone: two stands left of sixty, and nothing held. */
export async function nearlyGone(side: "first" | "second"): Promise<Kept> {
  const ask = await referee();
  ask({ do: "start", battle: "acw-training", seed: 1 });
  interface View {
    units: { name: string; side: string }[];
    "key-positions": { name: string }[];
  }
  const view = ask({ do: "view" }) as unknown as View;
  const [last, ...gone] = view.units.filter((unit) => unit.side === side);
  const units = [...gone.map(({ name }) => ({ name, gone: true })), { name: last?.name, stands: 2 }];
  const holder = side === "first" ? "second" : "first";
  ask({ do: "set", units, "key-positions": view["key-positions"].map(({ name }) => ({ name, holder })) });
  return (ask({ do: "record" }) as unknown as { record: Kept }).record;
}
