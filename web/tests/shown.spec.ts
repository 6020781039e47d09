// What the table shows of a battle under way: what guns suffer, where one looks, what a click says.
import { expect, test, type Page } from "@playwright/test";
import { goOn, upTo } from "./places";

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
