// Positions that no dice can spoil: a battle goes on from the record of docs/referee/session.jsonl, cut where it is wanted.
import { readFileSync } from "node:fs";
import { expect, test, type Page } from "@playwright/test";
import { goOn, upTo, type Kept } from "./places";

/** The record of the session after so many orders, the dice that had fallen by then with it. */
function record(orders: number, dice: number): Kept {
  const lines = readFileSync(new URL("../../docs/referee/session.jsonl", import.meta.url), "utf8").split("\n");
  const line = lines.find((one) => one.startsWith('{"do":"load"'));
  const kept = (JSON.parse(line ?? "{}") as { record: Kept }).record;
  return { ...kept, orders: kept.orders.slice(0, orders), dice: kept.dice.slice(0, dice), digests: { "0": kept.digests["0"] ?? "" } };
}

/** Passes until this is wanted. */
async function passTo(page: Page, task: string): Promise<void> {
  const at = page.locator(".page");
  while ((await at.getAttribute("data-task")) !== task) {
    const before = (await at.getAttribute("data-orders")) ?? "";
    await page.locator(".right .pass").click();
    await expect(at).not.toHaveAttribute("data-orders", before);
  }
}

test("the whole charge is told before it is declared, and to who is charged", async ({ page }) => {
  await goOn(page, record(2, 1));
  await expect(page.locator(".page")).toHaveAttribute("data-task", "declare");
  const charge = page.locator(".right .offer", { hasText: "2nd Georgia" }).first();
  await charge.hover();
  const whole = page.getByRole("heading", { name: "The whole charge" });
  await expect(whole).toBeVisible();
  const hoped = (await page.getByText(/^You win: /).filter({ visible: true }).textContent()) ?? "";
  expect(hoped).toMatch(/^You win: \d+%; the charge gets there: \d+%, if all who can fire at it do$/);
  await page.getByRole("button", { name: "Declare the charge" }).click();
  await expect(page.locator(".page")).toHaveAttribute("data-orders", "3");
  await passTo(page, "defensive");
  const coming = page.getByRole("region", { name: "They charge" });
  await expect(coming.getByText("2nd Ohio charges 2nd Georgia")).toBeVisible();
  // The same odds, told to who is charged as his own.
  const won = Number(/win: (\d+)%/.exec(hoped)?.[1]);
  const held = Number(/better of it: (\d+)%/.exec((await coming.getByText(/You have the better of it/).textContent()) ?? "")?.[1]);
  expect(Math.abs(won + held - 100)).toBeLessThanOrEqual(1);
  await coming.getByText("2nd Ohio charges 2nd Georgia").click();
  await expect(coming.getByRole("heading", { name: "The whole charge" })).toBeVisible();
  // The combat has its odds as well.
  await passTo(page, "combats");
  await expect(page.getByText(/The attacker has the better of it: \d+%/)).toBeVisible();
});

test("a charge that wheels has its odds and its button with cold steel too", async ({ page }) => {
  await goOn(page, await upTo("maw-palo-alto", ({ task }, all) => task === "declare" && / wheel .* with cold steel$/.test(all[1] ?? "")));
  const steel = page.locator(".right .offer", { hasText: /wheel .* with cold steel$/ }).first();
  await steel.click();
  await expect(steel).toHaveAttribute("aria-expanded", "true");
  await expect(page.locator(".right .whole p").first()).toBeVisible();
  await expect(page.locator(".right .whole")).toHaveAttribute("aria-busy", "false");
  await page.getByRole("button", { name: "Declare the charge" }).click();
  await expect(page.locator(".log li").last()).toContainText("cold steel");
});

test("where the cursor rests it is told who could fire at the unit there or charge it", async ({ page }) => {
  await goOn(page, record(2, 1));
  await passTo(page, "maneuvers");
  const stage = await page.locator(".stage").boundingBox();
  if (!stage) throw new Error("there is no table");
  const threats = page.getByRole("region", { name: "What they can do to it there" });
  await expect(threats).toHaveCount(0);
  await page.mouse.move(stage.x + stage.width * 0.45, stage.y + stage.height * 0.55);
  await expect(threats.getByText("2nd Georgia").first()).toBeVisible();
  await expect(threats.getByText(/fires from [\d.]+″, \d/).first()).toBeVisible();
});
