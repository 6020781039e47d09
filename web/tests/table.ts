// A player who plays by clicks, for the tests in a real browser.
import { expect, type Page } from "@playwright/test";

export interface Begun {
  id: string;
  seats: { token: string | null; link: string | null }[];
}

/** What the battle page says is wanted. */
export const wanted = (page: Page) => page.locator(".prompt b");

/** Begins a battle at the home page, by clicks. */
export async function begin(page: Page, war: string, title: string, against: "the machine" | "two at this screen" | "a friend, by a link"): Promise<void> {
  await page.goto("/");
  await page.getByRole("button", { name: war }).click();
  await page.getByRole("button", { name: `Play: ${title}` }).click();
  await page.getByRole("button", { name: against }).click();
  await page.getByRole("button", { name: "To the battle" }).click();
}

/** The machine's orders at once, no dice, no questions: for battles that are played to the end. */
export async function hurry(page: Page): Promise<void> {
  await settings(page, { pace: "fast", dice: false, guard: false });
}

/** As in a hurry, but the page gives no order of its own: one click, one order, so that orders can be counted. */
export async function slowly(page: Page): Promise<void> {
  await settings(page, { pace: "fast", dice: false, guard: false, auto: false });
}

/** Settings to begin with; what is changed meanwhile stays. */
export async function settings(page: Page, kept: Record<string, string | boolean>): Promise<void> {
  await page.addInitScript((value) => localStorage.setItem("dq-settings", localStorage.getItem("dq-settings") ?? value), JSON.stringify(kept));
}

/** Waits until a decision is wanted of this page, or the battle is over; says whether it goes on. */
export async function mine(page: Page): Promise<boolean> {
  for (;;) {
    const state = page.locator(".right .pass:not([disabled]), .right .offer:not([disabled]), .right .go:not([disabled]), dialog.after[open]");
    const skip = page.locator(".skip");
    await expect(state.or(skip).filter({ visible: true }).first()).toBeVisible({ timeout: 60_000 });
    if (await page.locator("dialog.after[open]").count()) return false;
    if (await skip.count()) await skip.click({ timeout: 500 }).catch(() => {});
    else return true;
  }
}

/** How many orders the page has shown. */
export async function orders(page: Page): Promise<number> {
  return Number(await page.locator(".page").getAttribute("data-orders"));
}

/** Where on the screen a unit would come to by an order: its middle, or one of its guns. */
export async function endOf(page: Page, unit: string, order: string, gun?: number): Promise<[number, number]> {
  type Shown = { battle: { scene: { table: [number, number] }; reach(unit: string): Promise<{ candidates: { order: string; stands: [number, number, number][] }[] } | null> } };
  return page.evaluate(async ([name, wanted, which]) => {
    const { battle } = window as unknown as Shown;
    const all = (await battle.reach(name))?.candidates.find((one) => one.order === wanted)?.stands ?? [];
    const stands = which ? all.slice(which - 1, which) : all;
    if (!stands.length) throw new Error(`${name} has no end of ${wanted}`);
    const mean = (axis: 0 | 1) => stands.reduce((sum, stand) => sum + stand[axis], 0) / stands.length;
    const sheet = document.querySelector(".sheet")?.getBoundingClientRect();
    const [w, h] = battle.scene.table;
    return sheet ? [sheet.x + (mean(0) / w) * sheet.width, sheet.y + (1 - mean(1) / h) * sheet.height] : [0, 0];
  }, [unit, order, gun] as const);
}

/** A button may go away for good between the look and the click: the battle goes on by itself, or ends. */
const SOON = { timeout: 15_000 };

/** Gives one order by a click: what is wanted first, passing if there is nothing else. */
export async function act(page: Page, place: number): Promise<void> {
  const task = (await page.locator(".page").getAttribute("data-task")) ?? "";
  const before = await orders(page);
  const pass = page.locator(".right .pass:not([disabled])");
  if (task === "checks" || task === "defensive" || task === "offensive") {
    const roll = page.locator(".right .go");
    if ((await roll.count()) && (await roll.isEnabled(SOON))) await roll.click(SOON);
    else await pass.click(SOON);
  } else if (task === "maneuvers" && place % 3 === 0) {
    const stage = page.locator(".stage");
    const box = await stage.boundingBox(SOON);
    if (box) await stage.click({ ...SOON, position: { x: box.width * (0.35 + (place % 7) * 0.05), y: box.height * (0.35 + (place % 5) * 0.06) } });
    // What falls short of the click is confirmed; a click may also have chosen another unit: then the others pass.
    const confirm = page.getByRole("button", { name: /^Carry out$|^Drive .* and stay limbered$/ });
    await expect.poll(async () => (await orders(page)) !== before || (await confirm.count()) > 0, { timeout: 3_000, intervals: [50] }).toBe(true).catch(() => {});
    if ((await orders(page)) === before && (await confirm.count())) await confirm.click(SOON);
    else if ((await orders(page)) === before && (await pass.count())) await pass.click(SOON);
  } else if (["leaders", "move-leaders", "maneuvers", "declare", "arrivals"].includes(task) && (await pass.count())) await pass.click(SOON);
  else if (await page.locator(".right .offer").filter({ visible: true }).count()) await page.locator(".right .offer").filter({ visible: true }).first().click(SOON);
  else await pass.click(SOON);
  await came(page, before, 15_000);
}

/** Something came of a click: an order, a refusal, or the end. */
async function came(page: Page, before: number, timeout: number): Promise<boolean> {
  const something = async () =>
    (await orders(page)) !== before || (await page.locator(".refusal").count()) > 0 || (await page.locator("dialog.after[open]").count()) > 0;
  return expect
    .poll(something, { timeout, intervals: [50] })
    .toBe(true)
    .then(
      () => true,
      () => false,
    );
}

/** Plays on by clicks until the battle is over. */
export async function playOut(page: Page): Promise<void> {
  for (let place = 1; place < 900; place++) {
    if (!(await mine(page))) return;
    await act(page, place).catch((why: Error) => {
      // A button may go away while it is aimed at: the next look tells what is wanted now.
      if (!/Timeout|detached|not attached|intercepts/.test(why.message)) throw why;
    });
  }
  throw new Error("the battle does not end");
}
