// The other side's turn: shown so that it can be followed, and read after it went by.
import { AxeBuilder } from "@axe-core/playwright";
import { expect, test, type Page } from "@playwright/test";
import { machine, nearlyGone, upTo } from "./places";
import { orders } from "./table";

/** Opens a battle against the recruit where he is asked next, with these settings. */
async function against(page: Page, settings: Record<string, string | boolean>): Promise<void> {
  await machine(page, await upTo("maw-palo-alto", ({ task, army }) => task === "offensive" && army === "Mexico"), ["human", "recruit"], settings);
}

test("order by order waits for the reader, and tells each order as it is shown", async ({ page }) => {
  await against(page, { pace: "step" });
  const next = page.getByRole("button", { name: "Next", exact: true });
  // What he did before we came is in the log; we pass until he does something.
  await expect(async () => {
    const pass = page.locator(".right .pass:not([disabled])");
    if (!(await next.count()) && (await pass.count())) await pass.click({ timeout: 500 });
    await expect(next).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 60_000 });
  const before = await orders(page);
  // Who acts is named, whoever is asked after it.
  await expect(page.locator(".prompt b")).toHaveText("Orders of Mexico");
  await expect(page.locator(".who")).toHaveText("Mexico acts");
  const told = page.getByRole("region", { name: "What Mexico does" });
  await expect(told.locator("li").first().locator(".n")).toHaveText(String(before));
  await expect(page.locator("ol.log li.now")).toHaveAttribute("data-n", String(before));
  await expect(page.locator("ol.log li.now")).toBeInViewport();
  // Nothing more is shown before the click.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  expect(await orders(page)).toBe(before);
  const { violations } = await new AxeBuilder({ page }).exclude("iframe").analyze();
  expect(violations.map((one) => `${one.id} at ${one.nodes.map((node) => node.target.join(" ")).join(", ")}`)).toEqual([]);
  await next.click();
  // Another order of his, or a decision of ours if it was his last.
  await expect.poll(async () => (await orders(page)) > before || (await page.locator(".right .pass").count()) > 0).toBe(true);
});

test("an order of the log is numbered on the table while it is pointed at, and lit when it is chosen", async ({ page }) => {
  await against(page, { pace: "fast" });
  // Until a decision is wanted of us nothing that is shown stays put.
  await expect(async () => {
    if (await page.locator(".skip").count()) await page.locator(".skip").click({ timeout: 500 });
    await expect(page.locator(".right .pass")).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 60_000 });
  await page.locator(".prompt").hover();
  await expect(page.locator(".mark")).toHaveCount(0);
  const fires = page.locator("ol.log li.fresh", { hasText: "fire" }).first();
  const n = (await fires.getAttribute("data-n")) ?? "";
  const line = page.locator(`ol.log li[data-n="${n}"]`);
  await line.hover();
  await expect(page.locator(`.mark[data-mark="${n}"]`).first()).toBeVisible();
  await page.locator(".prompt").hover();
  await expect(page.locator(".mark")).toHaveCount(0);
  await line.locator(".when").click();
  await expect(line).toHaveClass(/now/);
  await expect(line).toBeInViewport();
  await expect(page.locator(".unit.lit").first()).toBeVisible();
});

/** A line such as `Turn 5, United States maneuver: your move`. */
const MOVE = /^Turn \d+, (United States|Mexico) (leaders|maneuver|defensive fire|offensive fire|charge): (your move|you decide)$/;

test("when one is to move again a banner and a line say so, and the line has the focus", async ({ page }) => {
  await against(page, { pace: "fast", auto: true });
  const banner = page.locator(".banner");
  await banner.waitFor({ timeout: 60_000 });
  await expect(banner.locator("strong")).toHaveText(MOVE);
  const line = page.locator(".prompt .move");
  await expect(line).toHaveText(MOVE);
  await expect(line).toBeFocused();
  // It is told in the live line, not in the banner, and the tab shows it.
  await expect(page.getByRole("status").filter({ has: page.locator(".move") })).toBeVisible();
  await expect(page).toHaveTitle(/^● Palo Alto/);
  // The banner covers no click and goes by itself; the line stays.
  await expect(banner).toHaveCSS("pointer-events", "none");
  await expect(banner).toHaveCount(0);
  await expect(line).toBeVisible();
});

test("who wants no animations has the line alone", async ({ page }) => {
  await against(page, { pace: "fast", auto: true, dice: false });
  await expect(page.locator(".prompt .move")).toHaveText(MOVE, { timeout: 60_000 });
  await expect(page.locator(".banner")).toHaveCount(0);
});

test("a machine that is beaten offers to surrender, and that ends it", async ({ page }) => {
  await machine(page, await nearlyGone("second"), ["human", "recruit"], { pace: "fast", dice: false });
  const offer = page.getByRole("status", { name: "The battle is decided" });
  await expect(offer).toContainText("Confederacy has 2 of 60 stands left and offers to surrender.");
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map((one) => one.id)).toEqual([]);
  await offer.getByRole("button", { name: "Accept: end it now" }).click();
  await expect(page.getByRole("heading", { name: "Victory of Union" }).first()).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText("A side resigned.").first()).toBeVisible();
  await expect(offer).toHaveCount(0);
  // What was fought is a record like any other.
  const id = new URL(page.url()).pathname.split("/")[2];
  await page.goto(`/replay/${id}`);
  await expect(page.getByText(/^Order 0 of \d+/)).toBeVisible();
});

test("the machine plays a decided battle out for both, until one stops it", async ({ page }) => {
  await machine(page, await nearlyGone("second"), ["human", "recruit"], { pace: "fast", dice: false });
  const offer = page.getByRole("status", { name: "The battle is decided" });
  await offer.getByRole("button", { name: "Let the machine play it out" }).click();
  await expect.poll(() => orders(page), { timeout: 60_000 }).toBeGreaterThan(6);
  await offer.getByRole("button", { name: "Give them myself" }).click();
  await expect(offer.getByRole("button", { name: "Accept: end it now" })).toBeVisible();
});

test("who would rather fight on is left in peace, and who is beaten himself may resign", async ({ page }) => {
  await machine(page, await nearlyGone("second"), ["human", "recruit"], { pace: "fast", dice: false });
  const offer = page.getByRole("status", { name: "The battle is decided" });
  await offer.getByRole("button", { name: "Play on" }).click();
  await expect(offer).toHaveCount(0);
  await expect(page.locator(".right .pass")).toBeVisible();
  await machine(page, await nearlyGone("first"), ["human", "recruit"], { pace: "fast", dice: false });
  await expect(offer).toContainText("Union has 2 of 57 stands left. You may give it up, or play on.");
  await offer.getByRole("button", { name: "Resign the battle" }).click();
  await offer.getByRole("button", { name: "Yes" }).click();
  await expect(page.getByRole("heading", { name: "Victory of Confederacy" }).first()).toBeVisible({ timeout: 60_000 });
});
