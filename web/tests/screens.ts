// The pictures of docs/screens: made anew with `DQ_SCREENS=1 npm run browser`, each to be looked at.
import { test, type Page } from "@playwright/test";
import { goOn, kept, upTo } from "./places";
import { slowly } from "./table";

test.use({ viewport: { width: 1440, height: 900 } });

const BATTLE = "maw-palo-alto";

async function shoot(page: Page, name: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  await page.waitForLoadState("networkidle");
  await page.screenshot({ path: new URL(`../../docs/screens/${name}.jpg`, import.meta.url).pathname, type: "jpeg", quality: 82 });
}

async function hover(page: Page, x: number, y: number): Promise<void> {
  const stage = await page.locator(".stage").boundingBox();
  if (stage) await page.mouse.move(stage.x + stage.width * x, stage.y + stage.height * y);
}

const american = (task: string) => upTo(BATTLE, (asked) => asked.task === task && asked.army === "United States");

test("pages to read", async ({ page }) => {
  await slowly(page);
  await page.goto("/");
  await page.getByRole("button", { name: "Play: Palo Alto" }).waitFor();
  await shoot(page, "home");
  await page.getByRole("button", { name: "Play: Palo Alto" }).click();
  await page.getByRole("heading", { name: "What each must do" }).waitFor();
  await shoot(page, "muster");
  await page.getByRole("heading", { name: "What each must do" }).evaluate((node) => node.scrollIntoView());
  await shoot(page, "briefing");
  await page.goto("/rules");
  await page.getByRole("navigation", { name: "Chapters" }).waitFor();
  await shoot(page, "rules");
  await page.goto("/qrs/maw");
  await page.frameLocator("iframe").locator("body").waitFor();
  await shoot(page, "quick-reference");
});

test("checks", async ({ page }) => {
  await goOn(page, await upTo(BATTLE, (asked, all) => asked.task === "checks" && asked.army === "United States" && all.some((order) => order.startsWith("use"))));
  await page.getByText("How it stands").click();
  await page.locator(".right h3").first().waitFor();
  await shoot(page, "checks");
});

test("a maneuver", async ({ page }) => {
  await goOn(page, await american("maneuvers"));
  await page.locator(".advised").or(page.locator(".group").first()).first().waitFor();
  await page.locator(".right .chip", { hasText: "8th US" }).click();
  await hover(page, 0.6, 0.45);
  await page.locator(".tape").waitFor();
  await page.locator(".threats").waitFor();
  await shoot(page, "maneuver");
});

test("fire", async ({ page }) => {
  const targets = (all: string[]) => new Set(all.flatMap((order) => /^fire at "([^"]+)"/.exec(order)?.[1] ?? [])).size;
  await goOn(page, await upTo(BATTLE, (asked, all) => asked.task === "offensive" && targets(all) > 2));
  await page.getByText("on the average it loses").first().waitFor();
  await page.locator(".target small", { hasText: "…" }).first().waitFor({ state: "detached" });
  await shoot(page, "fire");
});

test("a charge, its answer and its combat", async ({ page }) => {
  await goOn(page, await upTo(BATTLE, (asked, all) => asked.task === "declare" && all.some((order) => / charge /.test(order))));
  await page.getByRole("heading", { name: "The whole charge" }).waitFor();
  await shoot(page, "charge");
  await goOn(page, await upTo(BATTLE, (asked, all) => asked.task === "answer" && all.length > 2));
  await page.getByText(/then you (have the better of it|keep your ground)|no fight comes of it/).first().waitFor();
  await shoot(page, "answer");
  await goOn(page, await upTo(BATTLE, (asked, all) => asked.task === "combats" && all.some((order) => order.startsWith("fight"))));
  await page.getByText(/The attacker has the better of it/).first().waitFor();
  await shoot(page, "combat");
});

test("a recall", async ({ page }) => {
  await goOn(page, await upTo(BATTLE, (_, all) => all.filter((order) => / recall to /.test(order)).length > 6));
  await page.locator(".place").nth(1).hover();
  await shoot(page, "recall");
});

test("the machine at work", async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem("dq-settings", JSON.stringify({ pace: "slow", dice: true, guard: false, thoughts: true })));
  await page.goto("/");
  await page.getByRole("button", { name: "Play: Palo Alto" }).click();
  await page.getByRole("button", { name: "To the battle" }).click();
  await page.locator('.page:not([data-orders="0"]):not([data-orders="1"]):not([data-orders="2"]):not([data-orders="3"])').waitFor();
  await page.screenshot({ path: new URL("../../docs/screens/machine.jpg", import.meta.url).pathname, type: "jpeg", quality: 82 });
});

test("after it, and the replay", async ({ page }) => {
  const record = kept(BATTLE);
  await goOn(page, record);
  await page.locator("table.luck").first().waitFor({ timeout: 60_000 });
  await page.getByRole("heading", { name: "Luck", exact: true }).evaluate((node) => node.scrollIntoView());
  await shoot(page, "after");
  const id = new URL(page.url()).pathname.split("/")[2];
  await page.goto(`/replay/${id}#at=${Math.round(record.orders.length / 3)}`);
  await page.getByText(/^Order \d+ of/).waitFor({ timeout: 120_000 });
  await shoot(page, "replay");
});

for (const [name, width, height] of [["phone", 667, 375], ["tablet", 1024, 768]] as const) {
  test(`on a ${name}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await goOn(page, await american("maneuvers"));
    await page.locator(".right .chip", { hasText: "8th US" }).click();
    await hover(page, 0.61, 0.42);
    await page.locator(".tape").waitFor();
    await shoot(page, name);
  });
}
