import { AxeBuilder } from "@axe-core/playwright";
import { expect, test, type Page } from "@playwright/test";
import { act, begin, hurry, mine, orders, playOut, slowly, wanted } from "./table";

const TRAINING = [
  ["American Revolution", "The Meeting House"],
  ["War of 1812", "The Clearing"],
  ["Mexican-American War", "The Hacienda"],
  ["American Civil War", "The Crossroads"],
] as const;

for (const [war, title] of TRAINING) {
  test(`${title} is fought to its end against the recruit`, async ({ page }) => {
    test.setTimeout(900_000);
    await hurry(page);
    await begin(page, war, title, "the machine");
    await playOut(page);
    await expect(page.getByRole("heading", { name: /Victory of|A drawn battle/ }).first()).toBeVisible();
    await expect(page.getByRole("heading", { name: "Losses by unit" })).toBeVisible();
    // Every roll is weighed again in the page.
    await expect(page.locator("table.luck")).toHaveCount(2, { timeout: 60_000 });
    await expect(page.locator("table.luck").first().locator("tbody tr").last()).toContainText("Average of");
    await scan(page, "after the battle");
  });
}

test("the general can be chosen, and answers", async ({ page }) => {
  await slowly(page);
  await page.goto("/");
  await page.getByRole("button", { name: "American Civil War" }).click();
  await page.getByRole("button", { name: "Play: The Crossroads" }).click();
  await page.getByRole("button", { name: "Confederacy" }).click();
  await page.getByRole("button", { name: "General" }).click();
  await expect(page.getByText("thinks a second or two about it")).toBeVisible();
  await page.getByRole("button", { name: "To the battle" }).click();
  // The Union is the general's and moves first.
  await expect.poll(() => orders(page), { timeout: 60_000 }).toBeGreaterThan(3);
});

test("two play at one screen, and a reload in the middle loses nothing", async ({ page }) => {
  await slowly(page);
  await begin(page, "American Civil War", "The Crossroads", "two at this screen");
  for (let place = 1; place < 12; place++) if (await mine(page)) await act(page, 1);
  await mine(page);
  const before = await orders(page);
  expect(before).toBeGreaterThan(4);
  const asked = await wanted(page).textContent();
  const log = await page.locator("ol.log").textContent();
  await page.reload();
  await expect(page.locator(".page")).toHaveAttribute("data-orders", String(before));
  await expect(wanted(page)).toHaveText(asked ?? "");
  expect(await page.locator("ol.log").textContent()).toBe(log);
});

test("a friend follows the invitation, and both see the same", async ({ browser }) => {
  const [one, two] = await Promise.all([browser.newContext(), browser.newContext()]);
  const [host, guest] = await Promise.all([one.newPage(), two.newPage()]);
  await slowly(host);
  await slowly(guest);
  await begin(host, "Mexican-American War", "The Hacienda", "a friend, by a link");
  const link = await host.getByRole("textbox", { name: "Send this link to your friend" }).inputValue();
  await host.getByRole("link", { name: "Go to the table" }).click();
  await guest.goto(link);
  await expect(guest.locator(".page")).toBeVisible();
  for (let place = 1; place < 6; place++) {
    const mover = (await host.locator(".prompt.theirs").count()) ? guest : host;
    if (await mine(mover)) await act(mover, 1);
    await expect(host.locator(".page")).toHaveAttribute("data-orders", String(await orders(mover)));
    await expect(guest.locator(".page")).toHaveAttribute("data-orders", String(await orders(mover)));
  }
  expect(await orders(host)).toBeGreaterThan(2);
  // The guest comes back without the invitation: his seat is kept.
  await guest.goto("/");
  await guest.getByRole("link", { name: /The Hacienda/ }).first().click();
  await expect(guest.locator(".page")).toHaveAttribute("data-orders", String(await orders(host)));
  await one.close();
  await two.close();
});

test("a replay is stepped, scrubbed and shared", async ({ page }) => {
  await slowly(page);
  await begin(page, "American Civil War", "The Crossroads", "two at this screen");
  for (let place = 1; place < 8; place++) if (await mine(page)) await act(page, 1);
  const total = await orders(page);
  const id = new URL(page.url()).pathname.split("/")[2];
  await page.goto(`/replay/${id}#at=2`);
  await expect(page.getByText(`Order 2 of ${total}`)).toBeVisible();
  await page.getByRole("button", { name: "One order on" }).click();
  await expect(page.getByText(`Order 3 of ${total}`)).toBeVisible();
  await expect(page).toHaveURL(/#at=3$/);
  await page.getByRole("slider", { name: "Order" }).fill(String(total));
  await expect(page.getByText(`Order ${total} of ${total}`)).toBeVisible();
  await page.getByRole("button", { name: "Bookmark this moment" }).click();
  await page.keyboard.press("Home");
  await page.getByRole("button", { name: `★ ${total}` }).click();
  await expect(page.getByText(`Order ${total} of ${total}`)).toBeVisible();
});

test("a replay runs by itself, at the speed that was chosen last", async ({ page }) => {
  await slowly(page);
  await begin(page, "American Civil War", "The Crossroads", "two at this screen");
  for (let place = 1; place < 8; place++) if (await mine(page)) await act(page, 1);
  const total = await orders(page);
  const id = new URL(page.url()).pathname.split("/")[2];
  await page.goto(`/replay/${id}`);
  const speed = (name: string) => page.getByRole("group", { name: "Speed" }).getByRole("button", { name });
  await expect(speed("1×")).toHaveAttribute("aria-pressed", "true");
  await speed("4×").click();
  await page.reload();
  await expect(speed("4×")).toHaveAttribute("aria-pressed", "true");
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await expect(page.getByText(`Order ${total} of ${total}`)).toBeVisible();
});

test("a record that was downloaded is opened again", async ({ page }) => {
  await slowly(page);
  await begin(page, "American Civil War", "The Crossroads", "two at this screen");
  for (let place = 1; place < 6; place++) if (await mine(page)) await act(page, 1);
  const total = await orders(page);
  await page.getByRole("button", { name: "Menu" }).click();
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "Download the record" }).click()]);
  await page.goto("/");
  await page.locator("input[type=file]").setInputFiles(await download.path());
  await expect(page.getByText(`Order 0 of ${total}`)).toBeVisible();
});

test("an order that is refused shows its rule", async ({ page }) => {
  await slowly(page);
  await begin(page, "American Civil War", "The Crossroads", "two at this screen");
  await page.getByRole("button", { name: "To the checks" }).click();
  await expect(page.getByRole("button", { name: "Roll the check" })).toBeVisible();
  // Something that no button offers.
  await page.evaluate(async () => {
    const battle = (window as unknown as { battle: { give(order: string): Promise<boolean> } }).battle;
    await battle.give('check "Colonel, Ohio Brigade": "1st Indiana"');
  });
  const refusal = page.locator(".refusal").first();
  await expect(refusal).toContainText("reach");
  const rule = refusal.locator(".rule-id");
  const id = (await rule.textContent()) ?? "";
  expect(id).toMatch(/^[A-Z0-9-]+$/);
  await rule.click();
  await expect(page.getByRole("dialog", { name: id })).toBeVisible();
  await expect(page.getByRole("dialog", { name: id }).getByRole("heading").first()).not.toBeEmpty();
});

test("a turn is played by keyboard alone", async ({ page }) => {
  await slowly(page);
  await page.goto("/");
  const focus = async (name: RegExp | string, role: "button" | "link" = "button") => {
    const target = page.getByRole(role, { name }).first();
    for (let presses = 0; presses < 220; presses++) {
      if (await target.evaluate((node) => node === document.activeElement).catch(() => false)) return;
      await page.keyboard.press("Tab");
    }
    throw new Error(`the keyboard does not come to ${name}`);
  };
  await focus(/^American Civil War/);
  await page.keyboard.press("Enter");
  await focus("Play: The Crossroads");
  await page.keyboard.press("Enter");
  await focus("two at this screen");
  await page.keyboard.press("Enter");
  await focus("To the battle");
  await page.keyboard.press("Enter");
  await focus("To the checks");
  await page.keyboard.press("Enter");
  await expect(page.locator(".page")).toHaveAttribute("data-task", "checks");
  await focus("Roll the check");
  await page.keyboard.press("Enter");
  await expect(page.locator(".page")).not.toHaveAttribute("data-task", "checks");
  // Arrows go from one legal piece to the next, Z takes back, Escape lets go.
  await page.locator("body").click({ position: { x: 5, y: 5 } }).catch(() => {});
  if ((await page.locator(".page").getAttribute("data-task")) === "maneuvers") {
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await page.keyboard.press("ArrowRight");
    await expect(page.locator(".unit.chosen, .leader.chosen").first()).toBeVisible();
    const before = await orders(page);
    await focus("Hold");
    await page.keyboard.press("Enter");
    await expect(page.locator(".page")).toHaveAttribute("data-orders", String(before + 1));
    await page.keyboard.press("z");
    await expect(page.locator(".page")).toHaveAttribute("data-orders", String(before));
  }
});

async function scan(page: Page, what: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).exclude("iframe").analyze();
  expect(violations.map((one) => `${what}: ${one.id} at ${one.nodes.map((node) => node.target.join(" ")).join(", ")}`)).toEqual([]);
}

test("no screen has a fault that the accessibility scan knows", async ({ page }) => {
  await hurry(page);
  await page.goto("/");
  await expect(page.getByRole("button", { name: /^Play:/ }).first()).toBeVisible();
  await scan(page, "home");
  await page.getByRole("button", { name: "Play: The Hacienda" }).click();
  await scan(page, "muster");
  await page.getByRole("button", { name: "two at this screen" }).click();
  await page.getByRole("button", { name: "To the battle" }).click();
  await expect(page.getByRole("button", { name: "To the checks" })).toBeVisible();
  await scan(page, "leaders");
  const seen = new Set<string>();
  for (let place = 1; place < 24 && seen.size < 4; place++) {
    if (!(await mine(page))) break;
    const task = (await page.locator(".page").getAttribute("data-task")) ?? "";
    if (!seen.has(task)) await scan(page, task);
    seen.add(task);
    await act(page, 1);
  }
  const id = new URL(page.url()).pathname.split("/")[2];
  await page.goto(`/replay/${id}`);
  await expect(page.getByText(/^Order 0 of/)).toBeVisible();
  await scan(page, "replay");
  await page.goto("/rules?q=square");
  await expect(page.getByRole("listitem").first()).toBeVisible();
  await scan(page, "rules");
  await page.goto("/rules/FIRE-BREAKPOINTS");
  await expect(page.getByRole("heading", { name: "Fire points to die modifier" })).toBeVisible();
  await scan(page, "rule");
  await page.goto("/qrs/maw");
  await scan(page, "quick reference");
});

for (const [name, width, height] of [["a laptop", 1280, 720], ["a tablet", 1024, 768], ["a phone held sideways", 667, 375], ["a phone held upright", 390, 780]] as const) {
  test(`the table fits ${name}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await hurry(page);
    await begin(page, "American Civil War", "The Crossroads", "two at this screen");
    await page.getByRole("button", { name: "To the checks" }).click();
    await page.getByRole("button", { name: "Roll the check" }).click();
    await expect(page.locator("ol.log")).toContainText(/\d = -?\d+, /);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBeLessThanOrEqual(width);
    const right = await page.locator(".right").boundingBox();
    expect((right?.x ?? 0) + (right?.width ?? 0)).toBeLessThanOrEqual(width + 1);
    const stage = await page.locator(".stage").boundingBox();
    expect(stage?.width ?? 0).toBeGreaterThan(width * 0.45);
  });
}
