// What the table shows of a battle under way: what guns suffer, where one looks, what a click says.
import { expect, test, type Page } from "@playwright/test";
import { goOn, upTo } from "./places";
import { orders } from "./table";

interface Seen {
  name: string;
  side: string;
  whereabouts: string;
  order: string;
  level: string;
  guns?: string[][];
}

type Ask = (request: object) => unknown;
const onTable = (ask: Ask) => (ask({ do: "view" }) as { units: Seen[] }).units.filter((unit) => unit.whereabouts === "on-table");
const panel = (page: Page) => page.getByRole("complementary", { name: "What to decide" });

test("a gun that is silenced is marked on the table, named so, and told in the order of battle and its card", async ({ page }) => {
  let name = "";
  const silenced = (one: Seen) => (one.guns ?? []).length > 1 && one.guns?.filter((marks) => marks.includes("silenced")).length === 1;
  await goOn(page, await upTo("maw-palo-alto", ({ task }, _, __, ask) => {
    name = task === "offensive" ? (onTable(ask).find(silenced)?.name ?? "") : "";
    return !!name;
  }));
  await expect(page.locator(".gun-mark.silenced")).not.toHaveCount(0);
  await expect(page.locator(`[data-label="u-${name}"]`)).toContainText("1 gun silenced");
  const roster = page.getByRole("complementary", { name: "Order of battle" });
  for (const side of await roster.locator(".sides button").all()) {
    await side.click();
    if (await roster.getByRole("button", { name: new RegExp(`^${name}`) }).count()) break;
  }
  const row = roster.getByRole("button", { name: new RegExp(`^${name}`) });
  await expect(row.locator(".tags")).toContainText("1 gun silenced");
  await row.click();
  const card = panel(page).locator(".card");
  await expect(card).toContainText("1 gun silenced");
  await expect(card).not.toContainText(/good order|fresh/);
});

/** How many of the units in hand are on the screen, of how many. */
const inHand = (page: Page) =>
  page.evaluate(() => {
    const stage = document.querySelector(".stage")!.getBoundingClientRect();
    const all = [...document.querySelectorAll(".unit.picked .stand")].map((one) => one.getBoundingClientRect());
    return [all.filter(({ left, right, top, bottom }) => right > stage.left && left < stage.right && bottom > stage.top && top < stage.bottom).length, all.length];
  });

test("who is decided about comes into sight when the decision begins", async ({ page }) => {
  await goOn(page, await upTo("maw-palo-alto", ({ task }, all) => task === "maneuvers" && new Set(all.map((order) => /^"[^"]+"/.exec(order)?.[0]).filter(Boolean)).size > 3));
  // The last who may move is looked at closely, so that the first is out of sight, and holds: the first is next.
  const chips = panel(page).getByRole("group", { name: "Which unit moves?" }).getByRole("button");
  const first = (await chips.first().textContent()) ?? "";
  await chips.last().click();
  await expect(page.locator(".unit.picked")).toHaveCount(1);
  const stand = (await page.locator(".unit.picked .stand").first().boundingBox()) ?? { x: 0, y: 0 };
  await page.mouse.move(stand.x + 4, stand.y + 4);
  await page.mouse.wheel(0, -1500);
  await expect(page.locator(".sheet.moving")).toHaveCount(0);
  expect((await inHand(page))[0]).toBeGreaterThan(0);
  const before = await orders(page);
  await panel(page).getByRole("button", { name: "Hold", exact: true }).click();
  await expect.poll(() => orders(page)).toBe(before + 1);
  await expect(page.locator(".unit.picked")).toHaveAttribute("data-unit", first);
  await expect.poll(async () => { const [seen, all] = await inHand(page); return all! > 0 && seen === all; }).toBe(true);
});
