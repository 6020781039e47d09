// What the table shows of a battle under way: what guns suffer, where one looks, what a click says.
import { expect, test, type Page } from "@playwright/test";
import { goOn, upTo } from "./places";
import { endOf, orders } from "./table";

interface Seen {
  name: string;
  side: string;
  whereabouts: string;
  order: string;
  level: string;
  formation: string;
  stands: [number, number, number][];
  guns?: string[][];
  charge?: { stage: string } | null;
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

test("the card of guns in action names no column, and what they are mounted on", async ({ page }) => {
  let name = "";
  const guns = (one: Seen) => !!one.guns?.length && one.formation === "march-column" && one.guns.every((marks) => !marks.includes("limbered"));
  await goOn(page, await upTo("maw-training", (_, __, ___, ask) => {
    name = onTable(ask).find(guns)?.name ?? "";
    return !!name;
  }));
  await page.locator(`[data-unit="${name}"]`).click({ force: true });
  const card = panel(page).locator(".card");
  await expect(card.locator("h2")).toHaveText(name);
  await expect(card).toContainText("unlimbered");
  await expect(card).not.toContainText("march column");
  await expect(card.locator("dt", { hasText: "Carriage" })).toHaveCount(1);
});

test("a gun that would leave its battery says so in the list, at the cursor and in the panel, and the next gun is told", async ({ page }) => {
  const way = (all: string[]) => all.find((order) => /: gun 1 limber \S+, move advance (8|9|1\d)$/.test(order) && all.includes(order.replace(/gun 1 .*/, "gun 2 hold"))) ?? "";
  await goOn(page, await upTo("maw-palo-alto", ({ task }, all) => task === "maneuvers" && !!way(all)));
  const order = await page.evaluate(() => (window as unknown as { battle: { offers: { order: string }[] } }).battle.offers.map((one) => one.order)).then(way);
  const name = /^"([^"]+)"/.exec(order)?.[1] ?? "";
  await panel(page).locator(".chip", { hasText: name }).first().click();
  await panel(page).locator("details.group > summary", { hasText: "Move" }).click();
  await expect(panel(page).locator(".offer", { hasText: "⚠ splits the battery" }).first()).toBeVisible();
  const at = await endOf(page, name, order, 1);
  await page.mouse.move(...at);
  await expect(page.locator(".caution", { hasText: "splits the battery unless the other guns follow" })).toHaveCount(1);
  await expect(panel(page).locator(".warned", { hasText: "Splits the battery" })).toBeVisible();
  await expect(panel(page).locator(".apart")).toHaveCount(0);
  const before = await orders(page);
  await page.mouse.click(...at);
  await expect.poll(() => orders(page)).toBe(before + 1);
  await expect(panel(page).locator(".apart")).toHaveText(/^Guns of this battery stand over 2″ apart: unless they close up now it splits/);
});

/** How many of the units in hand are on the screen, of how many. */
const inHand = (page: Page) =>
  page.evaluate(() => {
    const stage = document.querySelector(".stage")!.getBoundingClientRect();
    const all = [...document.querySelectorAll(".unit.picked .stand")].map((one) => one.getBoundingClientRect());
    return [all.filter(({ left, right, top, bottom }) => right > stage.left && left < stage.right && bottom > stage.top && top < stage.bottom).length, all.length];
  });

/** Who may move and stands far from the first who may. */
function farFrom(first: string, units: string[], ask: Ask): string | undefined {
  const at = (name: string) => onTable(ask).find((unit) => unit.name === name)?.stands[0] ?? [0, 0];
  return units.find((name) => Math.hypot(at(name)[0] - at(first)[0], at(name)[1] - at(first)[1]) > 16);
}

test("who is decided about comes into sight when the decision begins", async ({ page }) => {
  let [first, far] = ["", ""];
  await goOn(page, await upTo("maw-palo-alto", ({ task, units }, _, __, ask) => {
    [first, far] = task === "maneuvers" && units[0] ? [units[0], farFrom(units[0], units, ask) ?? ""] : ["", ""];
    return !!far;
  }));
  // One who stands far off is looked at closely, so that the first is out of sight, and holds: the first is next.
  const chips = panel(page).getByRole("group", { name: "Which unit moves?" }).getByRole("button");
  await chips.filter({ hasText: far }).click();
  await expect(page.locator(".unit.picked")).toHaveCount(1);
  const stand = (await page.locator(".unit.picked .stand").first().boundingBox()) ?? { x: 0, y: 0 };
  await page.mouse.move(stand.x + 4, stand.y + 4);
  await page.mouse.wheel(0, -1500);
  await expect(page.locator(".sheet.moving")).toHaveCount(0);
  expect((await inHand(page))[0]).toBeGreaterThan(0);
  const before = await orders(page);
  expect(await page.locator(`[data-unit="${first}"]`).evaluate((node) => {
    const [stage, one] = [document.querySelector(".stage")!.getBoundingClientRect(), node.getBoundingClientRect()];
    return one.right > stage.left && one.left < stage.right && one.bottom > stage.top && one.top < stage.bottom;
  })).toBe(false);
  await panel(page).locator(".offer.stays").last().click();
  await expect.poll(() => orders(page)).toBe(before + 1);
  await expect(page.locator(".unit.picked")).toHaveAttribute("data-unit", first);
  await expect.poll(async () => { const [seen, all] = await inHand(page); return all! > 0 && seen === all; }).toBe(true);
});

test("the table stays where it is for a unit that is seen, however near the edge", async ({ page }) => {
  await goOn(page, await upTo("maw-palo-alto", ({ task }, all) => task === "maneuvers" && new Set(all.map((order) => /^"[^"]+"/.exec(order)?.[0]).filter(Boolean)).size > 1));
  const chips = panel(page).getByRole("group", { name: "Which unit moves?" }).getByRole("button");
  await chips.first().click();
  const name = (await chips.first().textContent()) ?? "";
  const middle = async () => {
    const box = await page.locator(`[data-unit="${name}"]`).evaluate((node) => {
      const all = [...node.querySelectorAll(".stand")].map((one) => one.getBoundingClientRect());
      const mean = (of: (one: DOMRect) => number) => all.reduce((sum, one) => sum + of(one), 0) / all.length;
      return { x: mean((one) => (one.left + one.right) / 2), y: mean((one) => (one.top + one.bottom) / 2) };
    });
    return box;
  };
  const stage = (await page.locator(".stage").boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.move(stage.x + stage.width / 2, stage.y + stage.height / 2);
  await page.mouse.wheel(0, -300);
  await expect(page.locator(".sheet.moving")).toHaveCount(0);
  // Its middle is 20 pixels from the right edge: seen, though hardly.
  const from = await middle();
  const [x, y] = [stage.x + stage.width / 2, stage.y + stage.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + (stage.x + stage.width - 20 - from.x), y + (y - from.y), { steps: 4 });
  await page.mouse.up();
  await expect(page.locator(".sheet.moving")).toHaveCount(0);
  const where = () => page.locator(".sheet").evaluate((node) => (node as HTMLElement).style.transform);
  const before = await where();
  await chips.first().click();
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  expect(await where()).toBe(before);
  // Out of sight it is brought back.
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 120, y, { steps: 4 });
  await page.mouse.up();
  await chips.first().click();
  await expect.poll(async () => (await middle()).x).toBeLessThan(stage.x + stage.width);
});

/** Enemies who charge, by whether somebody can fire at them. */
function chargers(ask: Ask, side: string, all: string[]): { shot: string[]; spared: string[] } {
  const names = onTable(ask).filter((one) => one.side !== side && one.charge && one.charge.stage !== "over").map((one) => one.name);
  const aimed = (name: string) => all.some((order) => order.startsWith(`fire at "${name}":`));
  return { shot: names.filter(aimed), spared: names.filter((name) => !aimed(name)) };
}

test("who charges is aimed at first, and the one who is aimed at is seen in the list", async ({ page }) => {
  let first: string[] = [];
  await goOn(page, await upTo("maw-palo-alto", ({ task, side }, all, _, ask) => {
    first = task === "defensive" ? chargers(ask, side, all).shot : [];
    return first.length > 0 && new Set(all.map((order) => /^fire at "[^"]+"/.exec(order)?.[0])).size > 5;
  }));
  const list = panel(page).locator(".targets");
  const chosen = list.locator("input:checked");
  expect(first).toContain(await chosen.inputValue());
  await expect(list.locator("label").filter({ has: page.locator("input:checked") })).toContainText("charges!");
  // Nothing runs over the edge of the panel, however long a name is.
  expect(await list.evaluate((node) => [...node.querySelectorAll(".target")].every((row) => [...row.children].every((part) => part.getBoundingClientRect().right <= node.getBoundingClientRect().right + 1)))).toBe(true);
  // The last of the list by a click on the table: the list goes to it.
  const last = await list.locator("input").last().inputValue();
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.evaluate((name) => document.querySelector<SVGElement>(`[data-unit="${name}"]`)?.dispatchEvent(new MouseEvent("click", { bubbles: true })), last);
  await expect(chosen).toHaveValue(last);
  await expect.poll(async () => {
    const [all, one] = [await list.boundingBox(), await list.locator(".on").boundingBox()];
    return !!all && !!one && one.y >= all.y - 1 && one.y + one.height <= all.y + all.height + 1;
  }).toBe(true);
});

test("who charges and cannot be fired at is told with what hinders", async ({ page }) => {
  let name = "";
  await goOn(page, await upTo("maw-palo-alto", ({ task, side }, all, _, ask) => {
    name = task === "defensive" && all.some((order) => order.startsWith("fire at")) ? (chargers(ask, side, all).spared[0] ?? "") : "";
    return !!name;
  }));
  const row = panel(page).locator(".spared", { hasText: name });
  await expect(row).toContainText(/charges! Nobody can fire at it now\. .+: .+/);
  await row.click();
  await expect(panel(page).getByRole("region", { name: `Why not at ${name}?` })).toBeVisible();
});

const aimedAt = (all: string[]) => new Set(all.flatMap((order) => /^fire at "([^"]+)"/.exec(order)?.[1] ?? []));

test("the list of targets takes the height that is free, with the odds and the button in sight", async ({ page }) => {
  const place = await upTo("maw-palo-alto", ({ task }, all) => task === "offensive" && aimedAt(all).size > 9);
  for (const [width, height, least] of [[1440, 900, 8], [1280, 720, 5]] as const) {
    await page.setViewportSize({ width, height });
    await goOn(page, place);
    await expect(panel(page).locator(".bars li").first()).toBeVisible();
    const list = panel(page).locator(".targets");
    await expect.poll(() => list.evaluate((node) => {
      const { top, bottom } = node.getBoundingClientRect();
      return [...node.querySelectorAll(".target")].filter((one) => one.getBoundingClientRect().top >= top - 1 && one.getBoundingClientRect().bottom <= bottom + 1).length;
    })).toBeGreaterThanOrEqual(least);
    await expect(panel(page).getByRole("button", { name: /^Fire: / })).toBeInViewport({ ratio: 1 });
    const [scroll, bars] = [await panel(page).locator(".scroll").boundingBox(), await panel(page).locator(".bars").first().boundingBox()];
    expect((bars?.y ?? 9999) + (bars?.height ?? 0)).toBeLessThanOrEqual((scroll?.y ?? 0) + (scroll?.height ?? 0) + 1);
    expect(await panel(page).locator(".scroll").evaluate((node) => node.scrollTop)).toBe(0);
  }
});

test("who was fired at stays in the list, inert, with the reason, and who has fired is named", async ({ page }) => {
  let step = "";
  const place = await upTo("maw-palo-alto", ({ task, side, turn }, all) => {
    const now = `${turn} ${task} ${side}`;
    const again = now === step;
    step = now;
    return task === "offensive" && !again && aimedAt(all).size > 4;
  });
  await goOn(page, place);
  await expect(panel(page).locator(".gone")).toHaveCount(0);
  const target = await panel(page).locator(".targets input:checked").inputValue();
  const before = await orders(page);
  await panel(page).getByRole("button", { name: /^Fire: / }).click();
  await expect.poll(() => orders(page)).toBeGreaterThan(before);
  // The stands that are lost are chosen, if there is a choice.
  await expect(async () => {
    if ((await page.locator(".page").getAttribute("data-task")) !== "offensive") await panel(page).locator(".offer, .pass").filter({ visible: true }).first().click({ timeout: 500 });
    await expect(page.locator('.page[data-task="offensive"]')).toBeVisible({ timeout: 500 });
  }).toPass();
  const volley = await page.evaluate((at) => (window as unknown as { battle: { moments: { order: string }[] } }).battle.moments.map(({ order }) => order).filter((order) => order.startsWith(`fire at "${at}":`)).slice(-1).flatMap((order) => [...order.matchAll(/"([^"]+)"/g)].slice(1).map((one) => one[1] ?? "")), target);
  expect(volley.length).toBeGreaterThan(0);
  const row = panel(page).locator(".gone", { hasText: "fired at it: one volley in a step" });
  await expect(row).toHaveCount(1);
  await expect(panel(page).locator(`.targets input[value="${target}"]`)).toHaveCount(0);
  await expect(panel(page).locator(".spent")).toContainText(/^Fired already: .+/);
  await row.click();
  await expect(panel(page).getByRole("region", { name: `Why not at ${target}?` })).toBeVisible();
});
