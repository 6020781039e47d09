// The other side's turn: shown so that it can be followed, and read after it went by.
import { AxeBuilder } from "@axe-core/playwright";
import { expect, test, type Page } from "@playwright/test";
import { upTo } from "./places";
import { orders, type Begun } from "./table";

/** Opens a battle against the recruit where he is asked next, with these settings. */
async function against(page: Page, settings: Record<string, string | boolean>): Promise<void> {
  const from = await upTo("maw-palo-alto", ({ task, army }) => task === "offensive" && army === "Mexico");
  await page.addInitScript((value) => localStorage.setItem("dq-settings", value), JSON.stringify({ dice: true, guard: false, auto: false, ...settings }));
  const answer = await page.request.post("/api/battles", { data: { record: from, seats: ["human", "recruit"] } });
  expect(answer.ok(), await answer.text()).toBe(true);
  const begun = (await answer.json()) as Begun;
  const seats = [{ id: begun.id, title: "", scenario: "", tokens: begun.seats.map((one) => one.token), at: 0 }];
  await page.addInitScript((value) => localStorage.setItem("dq-battles", value), JSON.stringify(seats));
  await page.goto(`/battle/${begun.id}`);
  await expect(page.locator(".page")).toBeVisible();
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
