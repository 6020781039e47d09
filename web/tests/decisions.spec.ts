// The panels of single decisions, each at a place of a battle of docs/battles where it is asked.
import { expect, test, type Page } from "@playwright/test";
import { chargeWays, told } from "../src/battle/orders";
import { goOn, upTo } from "./places";
import { endOf, orders, slowly } from "./table";

const panel = (page: Page) => page.locator(".right .scroll");
const pass = (page: Page) => page.locator(".right .pass");

/** The orders that can be given now. */
const offered = (page: Page) => page.evaluate(() => (window as unknown as { battle: { offers: { order: string }[] } }).battle.offers.map((one) => one.order));

/** A battery of two guns or more that stand in action, of those that can be given an order. */
function battery(all: string[]): string | undefined {
  const ready = (gun: number) => new Set(all.flatMap((order) => new RegExp(`^"([^"]+)": gun ${gun} fire$`).exec(order)?.[1] ?? []));
  const second = ready(2);
  return [...ready(1)].find((name) => second.has(name));
}

/** The units that can be given an order, batteries not counted. */
const troops = (all: string[]) => [...new Set(all.flatMap((order) => /^"([^"]+)": (?!gun )/.exec(order)?.[1] ?? []))];

test("who is charged is told his own chance, answers, and goes on by one button", async ({ page }) => {
  // One that leaves another to be given, so that what was answered is told.
  await goOn(page, await upTo("maw-training", ({ task, side }, all, _, ask) => {
    const [answer] = all.filter((order) => order !== "done" && order !== "resign");
    if (task !== "answer" || all.length < 3 || !answer) return false;
    const { asked } = ask({ do: "apply", order: answer }) as unknown as { asked: { task: string; side: string } | null };
    ask({ do: "undo" });
    return asked?.task === "answer" && asked.side === side;
  }));
  const before = await orders(page);
  await expect(panel(page).getByRole("heading", { name: "They charge" })).toBeVisible();
  await expect(panel(page).getByText(/away, from the (north|south|east|west)/).first()).toBeVisible();
  await expect(page.locator("[data-charge]").first()).toBeVisible();
  await expect(pass(page)).toHaveText("Stand as you are");
  // What each answer does to it is weighed by a second referee.
  const answer = panel(page).locator(".answer").first();
  await expect(answer).toContainText(/then you (have the better of it|keep your ground): |no fight comes of it/);
  await answer.click();
  await expect(page.locator(".page")).toHaveAttribute("data-orders", String(before + 1));
  await expect(panel(page).getByRole("heading", { name: "Answered" })).toBeVisible();
  await expect(pass(page)).toHaveText("Go on");
  // Nothing that was tried was kept.
  await page.reload();
  await expect(page.locator(".page")).toHaveAttribute("data-orders", String(before + 1));
});

test("a rule of the battle is offered with what it does", async ({ page }) => {
  await goOn(page, await upTo("maw-palo-alto", (_, all) => all.some((order) => order.startsWith('use "Grass fire"'))));
  const before = await orders(page);
  const note = panel(page).locator(".special .note");
  await expect(note).toContainText(/smoke .* nobody sees through it/);
  await expect(note.getByRole("button", { name: "SCEN-GRASS-FIRE" })).toBeVisible();
  await panel(page).getByText("Grass fire can be ordered now").click();
  // Where its smoke would lie is shown before it burns; then it lies there.
  const order = panel(page).getByRole("button", { name: /^Grass fire: / }).first();
  await order.hover();
  const would = page.locator("[data-smoke=would]");
  const cloud = await would.locator(".body").getAttribute("d");
  // And where the wind takes it.
  await expect(would.locator(".wind")).toHaveCount(1);
  await expect(would.locator(".drifts").last()).toHaveText(/^to the (north|south|east|west)/);
  expect(await would.locator(".later").count()).toBeGreaterThan(1);
  await order.click();
  await expect(page.locator(".page")).toHaveAttribute("data-orders", String(before + 1));
  const smoke = page.locator("[data-smoke]");
  await expect(smoke).toHaveAttribute("data-smoke", "lies");
  await expect(smoke.locator(".body")).toHaveAttribute("d", cloud ?? "");
  await expect(smoke.locator("text").first()).toHaveText("Smoke");
  await expect(smoke.locator(".drifts").first()).toHaveText(/^drifts [\d.]+″ a turn$/);
  await expect(smoke).toHaveAccessibleName(/nobody sees through the smoke.* gone after turn \d+/);
});

test("a recall is a few places with what they bring, here and on the table", async ({ page }) => {
  const recalls = (all: string[]) => all.filter((order) => / recall to /.test(order)).length;
  await goOn(page, await upTo("maw-palo-alto", (_, all) => recalls(all) > 6));
  const before = await orders(page);
  await expect(panel(page).getByText(/Horse may/)).toBeVisible();
  expect(await panel(page).locator(".place").filter({ visible: true }).count()).toBeLessThanOrEqual(4);
  await expect(panel(page).getByText("Shortest ride").first()).toBeVisible();
  await expect(panel(page).getByText(/″ from /).first()).toBeVisible();
  const dot = page.locator(".dot").first();
  await dot.click({ force: true });
  await expect(panel(page).locator(".place.chosen")).toHaveCount(1);
  await panel(page).locator(".place.chosen .chip").first().click();
  await expect(page.locator(".page")).toHaveAttribute("data-orders", String(before + 1));
});

test("who is low on ammunition is asked in the fire that it came of", async ({ page }) => {
  await goOn(page, await upTo("maw-palo-alto", ({ task }, _, before) => task === "pick-low" && before === "offensive"));
  await expect(page.locator(".phases .on")).toHaveText("Offensive fire");
  const note = panel(page).locator(".note", { hasText: "Low on ammunition" });
  await expect(note).toContainText(/ammunition/);
  await expect(note.locator(".rule-id")).toHaveText(/^[A-Z0-9-]+$/);
});

test("cold steel is explained where it can be ordered", async ({ page }) => {
  await goOn(page, await upTo("1812-training", ({ task }, all) => task === "declare" && all.some((order) => /cold steel/.test(order))));
  await expect(panel(page).locator(".note")).toContainText(/^Cold steel/i);
  await expect(panel(page).locator(".note")).toBeInViewport();
});

test("a breakthrough is explained where it is fought", async ({ page }) => {
  await goOn(page, await upTo("1812-training", ({ task }, all) => task === "second-combats" && all.some((order) => order.startsWith("fight"))));
  await expect(page.locator(".phases .on")).toHaveText("Charge");
  await expect(panel(page).locator(".note")).toContainText(/breakthrough|breaks? through/i);
});

test("the bar of buttons covers nothing, at any size", async ({ page }) => {
  const place = await upTo("maw-palo-alto", ({ task }) => task === "checks");
  for (const [width, height] of [[1280, 720], [1024, 768], [844, 390]] as const) {
    await page.setViewportSize({ width, height });
    await goOn(page, place);
    const roll = panel(page).getByRole("button", { name: "Roll the check" });
    await expect(roll).toBeVisible();
    // A pixel too wide is no reason for a scrollbar across.
    await expect(panel(page)).toHaveCSS("overflow-x", "hidden");
    await panel(page).evaluate((node) => node.scrollTo(0, node.scrollHeight));
    const bar = (await page.locator(".right .row").boundingBox()) ?? { y: 0, height: 0 };
    const last = await panel(page).evaluate((node) => node.lastElementChild?.getBoundingClientRect().bottom ?? 0);
    expect(last).toBeLessThanOrEqual(bar.y);
    expect(bar.y + bar.height).toBeLessThanOrEqual(height + 1);
    await panel(page).evaluate((node) => node.scrollTo(0, 0));
    await roll.focus();
    const focused = (await roll.boundingBox()) ?? { y: 0, height: 0 };
    expect(focused.y + focused.height).toBeLessThanOrEqual(bar.y);
  }
});

test("it is told where the points come from and how the battle is won", async ({ page }) => {
  await goOn(page, await upTo("maw-palo-alto", ({ task }) => task === "checks"));
  await page.getByText("How it stands").click();
  const standing = page.locator(".left .standing");
  await expect(standing.getByText(/Most points after the last turn wins/)).toBeVisible();
  await expect(standing.getByRole("table", { name: "Points of Mexico" })).toContainText("Wagon park is held by United States");
  for (const army of ["United States", "Mexico"]) {
    const points = standing.getByRole("table", { name: `Points of ${army}` });
    // What is in brackets does not count.
    const cells = await points.locator("tbody td").allTextContents();
    expect(cells.length).toBeGreaterThan(2);
    const sum = cells.reduce((all, cell) => all + (Number(cell) || 0), 0);
    await expect(points.locator("thead td")).toHaveText(String(sum));
  }
  await standing.getByRole("button", { name: "VIC-BASE-VICTORY" }).first().click();
  await expect(page.getByRole("dialog", { name: "VIC-BASE-VICTORY" })).toBeVisible();
});

test("the log tells every result with its reason and rule, and a row of odds what it does", async ({ page }) => {
  await goOn(page, await upTo("maw-palo-alto", ({ task }, all, before) => before === "defensive" && task === "offensive" && all.length > 1));
  await page.getByRole("button", { name: "Open the reasons of every entry" }).click();
  const lost = page.locator("ol.log p", { hasText: /loses \d stands?: \d+ left/ }).first();
  await expect(lost.locator(".why i")).not.toBeEmpty();
  await expect(lost.locator(".why .rule-id").first()).toHaveText(/^[A-Z0-9-]+$/);
  // A volley: points by who fires, what the die is changed by, and notes; numbers in a column, each with its rule.
  const volley = page.locator("ol.log .reasons", { hasText: "On the die" }).first();
  await expect(volley.locator(".of").first()).toHaveText("Fire points");
  await expect(volley.locator("li b").first()).toHaveText(/^[\d/ ]+$/);
  for (const block of await volley.locator("section").all()) {
    const ends = await block.locator("li b").evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().right)));
    expect(new Set(ends).size).toBeLessThanOrEqual(1);
  }
  const rule = volley.locator(".rule-id").first();
  const id = (await rule.textContent()) ?? "";
  await rule.click();
  await expect(page.getByRole("dialog", { name: id })).toBeVisible();
  await page.keyboard.press("Escape");
  // No number is left out.
  const numbers = await page.locator("ol.log .when").allTextContents();
  const ranges = numbers.map((said) => said.trim().split("–").map(Number));
  ranges.slice(1).forEach(([from = 0], i) => expect(from).toBe((ranges[i]?.at(-1) ?? 0) + 1));
  await expect(panel(page).locator(".bars small").first()).toContainText(/disordered|stand|no effect/);
});

test("a leader begins with his own command, and what is chosen stays chosen", async ({ page }) => {
  await goOn(page, await upTo("maw-palo-alto", ({ task, army }) => task === "checks" && army === "United States"));
  type Shown = { battle: { unit(name: string): { commander?: string } | undefined; look(): Promise<void> } };
  for (const chip of await panel(page).getByRole("group", { name: "Under" }).getByRole("button").all()) {
    await chip.click();
    const leader = ((await chip.textContent()) ?? "").replace(/\d+$/, "");
    const ticked = await panel(page).locator("label:has(input:checked)").allTextContents();
    const all = await panel(page).locator("label.tick:has(input)").allTextContents();
    const own = await page.evaluate(([name, units]) => units.filter((unit) => (window as unknown as Shown).battle.unit(unit)?.commander === name), [leader, all.map((one) => one.trim())] as const);
    if (own.length) expect(ticked.map((one) => one.trim()).sort()).toEqual([...own].sort());
  }
  // The last leader stays when everything is read anew.
  const chosen = await panel(page).locator(".chip[aria-pressed=true]").textContent();
  await page.evaluate(() => (window as unknown as Shown).battle.look());
  await expect(panel(page).locator(".chip[aria-pressed=true]")).toHaveText(chosen ?? "");
});

test("the target stays when the volleys are read anew", async ({ page }) => {
  const targets = (all: string[]) => new Set(all.flatMap((order) => /^fire at "([^"]+)"/.exec(order)?.[1] ?? [])).size;
  await goOn(page, await upTo("maw-palo-alto", ({ task }, all) => task === "offensive" && targets(all) > 2));
  const target = panel(page).getByRole("radio").nth(1);
  await target.check();
  const chosen = await panel(page).locator(".target.on span").textContent();
  await page.evaluate(() => (window as unknown as { battle: { look(): Promise<void> } }).battle.look());
  await expect(panel(page).locator(".target.on span")).toHaveText(chosen ?? "");
  await expect(target).toBeChecked();
});

test("each target is told with its range and the chance to do it harm", async ({ page }) => {
  const targets = (all: string[]) => new Set(all.flatMap((order) => /^fire at "([^"]+)"/.exec(order)?.[1] ?? [])).size;
  await goOn(page, await upTo("maw-palo-alto", ({ task }, all) => task === "offensive" && targets(all) > 2));
  const rows = panel(page).locator(".target");
  await expect(panel(page).locator(".target small", { hasText: "…" })).toHaveCount(0);
  for (const row of await rows.all()) await expect(row.locator("small")).toHaveText(/^[\d.]+″ · [<>]?\d+%$/);
  // What is told of the chosen one is what its bars say.
  const none = panel(page).locator(".bars li").filter({ hasNot: page.locator("small", { hasText: /disordered|lose|retreat|removed|silenced/ }) });
  const vain = (await none.locator(".chance").allTextContents()).reduce((sum, one) => sum + parseInt(one, 10), 0);
  const told = parseInt(/(\d+)%/.exec((await panel(page).locator(".target.on small").textContent()) ?? "")?.[1] ?? "", 10);
  expect(Math.abs(told + vain - 100)).toBeLessThanOrEqual(2);
});

test("after a maneuver is taken back its unit is chosen again", async ({ page }) => {
  await goOn(page, await upTo("maw-palo-alto", ({ task }, all) => task === "maneuvers" && !!battery(all) && troops(all).length > 1));
  const all = await offered(page);
  const before = await orders(page);
  const chips = panel(page).getByRole("group", { name: "Which unit moves?" });
  const name = troops(all).at(-1) ?? "";
  const regiment = chips.getByRole("button", { name, exact: true });
  await regiment.click();
  await panel(page).getByRole("button", { name: /^Hold/ }).first().click();
  await expect(page.locator(".page")).toHaveAttribute("data-orders", String(before + 1));
  await expect(chips.locator("[aria-pressed=true]")).not.toHaveText(name);
  await page.locator(".right").getByRole("button", { name: "Undo" }).click();
  await expect(page.locator(".page")).toHaveAttribute("data-orders", String(before));
  await expect(chips.locator("[aria-pressed=true]")).toHaveText(name);
  await expect(page.locator(".unit.chosen")).toHaveAttribute("data-unit", name);
  // Of a battery the same gun.
  await chips.getByRole("button", { name: battery(all) ?? "", exact: true }).click();
  const guns = panel(page).getByRole("group", { name: "Gun" });
  await guns.getByRole("button", { name: "Gun 1" }).click();
  await panel(page).getByRole("button", { name: /^(Hold|Stand, ready)/ }).first().click();
  await expect(guns.or(chips).locator("[aria-pressed=true]", { hasText: "Gun 1" })).toHaveCount(0);
  await page.keyboard.press("z");
  await expect(page.locator(".page")).toHaveAttribute("data-orders", String(before));
  await expect(guns.locator("[aria-pressed=true]")).toHaveText("Gun 1");
});

test("of a battery the gun in hand is marked and its own arc drawn", async ({ page }) => {
  await goOn(page, await upTo("maw-palo-alto", ({ task }, all) => task === "maneuvers" && !!battery(all)));
  const name = battery(await offered(page)) ?? "";
  await panel(page).getByRole("button", { name, exact: true }).click();
  const guns = panel(page).getByRole("group", { name: "Gun" });
  const arc = page.locator(".arc").first();
  const seen: string[] = [];
  for (const n of [1, 2]) {
    await guns.getByRole("button", { name: `Gun ${n}` }).click();
    await expect(page.locator(".halo rect.hand")).toHaveCount(1);
    const hand = page.locator(`[data-unit="${name}"] .halo rect`).nth(n - 1);
    await expect(hand).toHaveClass(/hand/);
    await expect(arc).toBeVisible();
    await expect.poll(async () => seen.includes((await arc.getAttribute("d")) ?? "")).toBe(false);
    seen.push((await arc.getAttribute("d")) ?? "");
  }
});

test("a formation that falls short of the cursor says so, and is not sent off by a click", async ({ page }) => {
  await goOn(page, await upTo("maw-palo-alto", ({ task, army }) => task === "maneuvers" && army === "United States"));
  const before = await orders(page);
  const stage = await page.locator(".stage").boundingBox();
  if (!stage) throw new Error("there is no table");
  const bar = (await page.locator(".prompt").boundingBox())?.height ?? 0;
  await page.mouse.move(stage.x + stage.width * 0.6, stage.y + stage.height * 0.86);
  await expect(page.locator(".tape.refused")).toContainText(/would end [\d.]+″ short of there: /);
  await expect(page.locator(".missed")).toHaveCount(1);
  await page.mouse.click(stage.x + stage.width * 0.6, stage.y + stage.height * 0.86);
  await expect(page.getByRole("button", { name: "Carry out", exact: true })).toBeVisible();
  // The line at the top says why nothing moved, until it is let go.
  const notice = page.locator(".prompt .notice");
  await expect(notice).toHaveText(/^Nothing has moved: it would end [\d.]+″ short of there: /);
  // However long it is, the line stays as high as it was, and all of it is told by the cursor.
  await notice.evaluate((one) => (one.firstChild!.textContent += " Stand 1 would end on the battery, and so would every other stand of it.".repeat(4)));
  expect((await page.locator(".prompt").boundingBox())?.height).toBe(bar);
  await expect(notice).toHaveAttribute("title", /^Nothing has moved: /);
  expect(await orders(page)).toBe(before);
  await page.keyboard.press("Escape");
  await expect(page.locator(".prompt .notice")).toHaveCount(0);
});

test("names stay inside the table, off each other, and whole under the cursor", async ({ page }) => {
  const place = await upTo("maw-palo-alto", ({ task }, all) => task === "checks" && all.length < 9);
  for (const [width, height] of [[1280, 720], [1024, 768], [844, 390]] as const) {
    await page.setViewportSize({ width, height });
    await goOn(page, place);
    const names = page.locator(".labels > g");
    await expect(names.first()).toBeVisible();
    const stage = (await page.locator(".stage").boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const boxes = await names.evaluateAll((all) => all.map((one) => one.getBoundingClientRect()).map(({ left, top, right, bottom }) => ({ left, top, right, bottom })));
    expect(boxes.length).toBeGreaterThan(8);
    for (const [i, a] of boxes.entries()) {
      expect(a.left).toBeGreaterThanOrEqual(stage.x - 1);
      expect(a.right).toBeLessThanOrEqual(stage.x + stage.width + 1);
      // A line is measured higher than its letters are: a little may touch.
      for (const b of boxes.slice(i + 1)) expect(Math.min(a.right, b.right) - Math.max(a.left, b.left) > 3 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 4).toBe(false);
    }
  }
  const leader = page.locator("[data-leader]").first();
  await leader.hover({ force: true });
  await expect(page.locator(".plate")).toContainText(/leader, (gallant|able|poor)/);
});

test("the rules have chapters, a war, and a search", async ({ page }) => {
  await slowly(page);
  await page.goto("/rules");
  await expect(page.getByRole("navigation", { name: "Chapters" }).getByRole("link", { name: "Charge combat" })).toBeVisible();
  const count = async () => Number(/^(\d+)/.exec((await page.getByText(/^\d+( of \d+)? rules$/).textContent()) ?? "")?.[1]);
  const all = await count();
  await page.getByRole("button", { name: "American Civil War" }).click();
  await expect.poll(count).toBeLessThan(all);
  await expect(page.getByRole("link", { name: "Presented bayonets" })).toHaveCount(0);
  await page.getByRole("link", { name: "Charge combat" }).click();
  await expect(page.locator("details[open] .rules a").first()).toBeVisible();
  await page.getByRole("searchbox").fill("canister");
  await expect.poll(count).toBeLessThan(60);
  await expect(page.locator(".rules a").first()).toBeVisible();
});

test("a gun that holds is said to give up its fire, and the next gun is named; the menu comes by ? and goes by Esc", async ({ page }) => {
  await goOn(page, await upTo("maw-palo-alto", ({ task }, all) => task === "maneuvers" && !!battery(all)));
  await panel(page).getByRole("button", { name: battery(await offered(page)) ?? "", exact: true }).click();
  // What a battery does most often stands first and open, what gives up its fire is folded away.
  await expect(panel(page).locator(".offer").filter({ visible: true }).first()).toHaveText("Stand, ready to fire in the fire phase");
  const silent = page.getByRole("button", { name: "Hold (will not fire)" });
  await expect(silent).toBeHidden();
  await panel(page).locator("summary", { hasText: /^Hold/ }).click();
  await silent.click();
  await expect(page.getByText("Gun 1 has its order: this is for gun 2.")).toBeVisible();
  await page.keyboard.press("?");
  await page.locator(".menu input").first().focus();
  await page.keyboard.press("Escape");
  await expect(page.locator(".menu")).toHaveCount(0);
});

test("measuring is not covered by a formation, and a ride shows how far he would command", async ({ page }) => {
  await goOn(page, await upTo("maw-palo-alto", (asked) => asked.task === "maneuvers" && asked.army === "United States"));
  await page.locator(".stage").hover();
  await expect(page.locator(".ghost")).toHaveCount(1);
  await page.keyboard.press("m");
  await expect(page.locator(".ghost")).toHaveCount(0);
  await goOn(page, await upTo("maw-palo-alto", (asked) => asked.task === "move-leaders" && asked.army === "United States"));
  await page.locator(".right .chip").first().click();
  await page.locator(".stage").hover();
  await expect(page.locator(".ring.there")).toHaveCount(1);
});

test("who would join a unit is shown as far as he reaches from there, and whom he leaves out", async ({ page }) => {
  await goOn(page, await upTo("maw-palo-alto", (asked, all) => asked.task === "leaders" && all.some((order) => order.startsWith('attach "Garland"'))));
  await page.locator(".right .chip", { hasText: "Garland" }).click();
  const own = page.locator(".ring:not(.there)").first();
  const wide = async (ring: typeof own) => Number(await ring.getAttribute("r"));
  const join = page.locator(".right .offer").first();
  const there = page.locator(".ring.there");
  await join.hover();
  await expect(join).toContainText(/leaves .* out of reach/);
  await expect(there).toHaveCount(1);
  expect(await wide(there)).toBeCloseTo((await wide(own)) / 2);
  await page.locator(".prompt").hover();
  await expect(there).toHaveCount(0);
  await expect(page.locator(".tape")).toHaveCount(0);
  const before = await orders(page);
  await join.click();
  await expect(page.locator(".page")).toHaveAttribute("data-orders", String(before + 1));
  await expect(there).toHaveCount(0);
  await page.keyboard.press("z");
  await expect(page.locator(".page")).toHaveAttribute("data-orders", String(before));
  await expect(page.locator(".tape")).toHaveCount(0);
});

test("no two maneuvers of a gun are said alike, and it is hauled by pointing close to it", async ({ page }) => {
  await goOn(page, await upTo("maw-palo-alto", (asked, all) => asked.task === "maneuvers" && all.some((order) => / gun 1 haul /.test(order)) && all.filter((order) => / gun 1 pivot [\d.]+$/.test(order)).length > 1));
  const order = await page.evaluate(() => (window as unknown as { battle: { offers: { order: string; unit?: string }[] } }).battle.offers.find((one) => / gun 1 haul /.test(one.order)));
  await panel(page).locator(".chip", { hasText: order?.unit ?? "" }).first().click();
  for (const summary of await panel(page).locator("details.group > summary").all()) await summary.click();
  const said = await panel(page).locator("details.group > ul .offer").allTextContents();
  expect(said.length).toBeGreaterThan(5);
  expect(new Set(said).size).toBe(said.length);
  await expect(panel(page).getByText(/Close to the gun it is hauled by hand/)).toBeVisible();
  await page.mouse.move(...(await endOf(page, order?.unit ?? "", order?.order ?? "", 1)));
  await expect(page.locator(".tape")).toContainText(/Haul/);
});

test("an enemy who is no target says why not, with the arc of who would fire", async ({ page }) => {
  const enemies = `(() => { const b = window.battle; const aimed = new Set(b.offers.map((one) => one.target)); return b.scene.units.filter((one) => one.side !== b.asked.side && one.whereabouts === "on-table" && !aimed.has(one.name)).map((one) => one.name); })()`;
  await goOn(page, await upTo("maw-palo-alto", ({ task }, all) => task === "offensive" && all.length > 4));
  const [other] = (await page.evaluate(enemies)) as string[];
  await page.locator(`[data-unit="${other}"]`).click({ force: true });
  const why = panel(page).getByRole("region", { name: `Why not at ${other}?` });
  await expect(why.getByRole("alert").first()).not.toBeEmpty();
  await expect(why.locator(".rule-id").first()).toHaveText(/^[A-Z0-9-]+$/);
  await expect(page.locator(".sight")).toHaveCount(1);
  await expect(page.locator(".arc").first()).toBeVisible();
  await why.getByRole("button", { name: "Close" }).click();
  await expect(page.locator(".sight")).toHaveCount(0);
});

test("a gun in action is driven to its front by pointing there", async ({ page }) => {
  await goOn(page, await upTo("maw-palo-alto", ({ task }, all) => task === "maneuvers" && !!battery(all) && all.some((order) => order.startsWith(`"${battery(all)}": gun 1 limber `) && /, move advance ([5-9]|1\d)$/.test(order))));
  const all = await offered(page);
  const name = battery(all) ?? "";
  const order = all.find((one) => one.startsWith(`"${name}": gun 1 limber `) && /, move advance ([5-9]|1\d)$/.test(one)) ?? "";
  const before = await orders(page);
  await panel(page).getByRole("button", { name, exact: true }).click();
  const at = await endOf(page, name, order, 1);
  await page.mouse.move(...at);
  await expect(page.locator(".tape")).toContainText(/Limber facing .*, advance [\d.]+″/);
  await page.mouse.click(...at);
  await expect(page.locator(".page")).toHaveAttribute("data-orders", String(before + 1));
});

test("a gun that is driven somewhere comes off its limber there in one click with Shift, and both are told at the cursor", async ({ page }) => {
  const way = (all: string[]) => all.find((order) => /: gun 1 limber \S+, move advance (\d+)(\.\d+)?, unlimber /.test(order)) ?? "";
  const place = await upTo("maw-palo-alto", ({ task }, all) => task === "maneuvers" && !!way(all));
  const limbered = (name: string) => page.evaluate((of) => (window as unknown as { battle: { scene: { units: { name: string; guns: string[][] }[] } } }).battle.scene.units.find((one) => one.name === of)?.guns[0]?.includes("limbered"), name);
  for (const shift of [false, true]) {
    await goOn(page, place);
    const order = way(await offered(page)).replace(/, unlimber .*/, "");
    const name = /^"([^"]+)"/.exec(order)?.[1] ?? "";
    const before = await orders(page);
    await panel(page).getByRole("button", { name, exact: true }).click();
    const at = await endOf(page, name, order, 1);
    await page.mouse.move(...at);
    const tape = page.locator(".tape");
    await expect(tape).toContainText(/Limber facing .*, advance [\d.]+″/);
    await expect(tape).toContainText("Click: drives there and stays on its limber");
    await expect(tape).toContainText(/Shift\+click: unlimbers .*there, facing /);
    await expect(page.locator(".ghost")).toHaveCount(2);
    if (shift) {
      await page.keyboard.down("Shift");
      await expect(tape).toContainText(/then unlimber facing/);
    }
    await page.mouse.click(...at);
    // Where it would come off short of there, that is confirmed first.
    const confirm = panel(page).getByRole("button", { name: /^Drive and unlimber .*short of there/ });
    await expect.poll(async () => (await orders(page)) > before || (await confirm.count()) > 0).toBe(true);
    if (shift) await page.keyboard.up("Shift");
    if ((await orders(page)) === before) await confirm.click();
    await expect(page.locator(".page")).toHaveAttribute("data-orders", String(before + 1));
    expect(await limbered(name)).toBe(!shift);
  }
});

test("a charge that may be countercharged has its odds for that before it is declared", async ({ page }) => {
  await goOn(page, await upTo("maw-palo-alto", ({ task }, all, _, ask) => {
    const offers = all.map(told).filter((one) => one.kind === "unit");
    const [first] = chargeWays(offers.filter((one) => one.unit === offers[0]?.unit)).plain;
    if (task !== "declare" || !first) return false;
    const odds = ask({ do: "odds", order: first.order }) as unknown as { answers?: { text: string; won?: unknown; home?: unknown }[] };
    const [answer] = odds.answers ?? [];
    return /may countercharge/.test(answer?.text ?? "") && !!answer?.won && !!answer.home;
  }));
  await expect(panel(page).locator(".answers").first()).toContainText(/may countercharge\. If so: \d+% for the attacker to win, \d+% to get there\./);
});
