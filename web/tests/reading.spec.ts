// What is to be read on the table and beside it, at every zoom and without scrolling.
import { expect, test, type Page } from "@playwright/test";
import { goOn, kept, machine, upTo } from "./places";
import { endOf, orders } from "./table";

const american = (task: string) => upTo("maw-palo-alto", (asked) => asked.task === task && asked.army === "United States");

/** How large the letters of names are on the screen, in pixels. */
const letters = (page: Page, of: string) =>
  page.locator(`.labels ${of} text`).evaluateAll((all) => all.map((one) => parseFloat(one.getAttribute("font-size") ?? "0") * ((one as SVGGraphicsElement).getScreenCTM()?.a ?? 0)));

test("key positions can be read at every zoom, and tell what they are worth and who holds them", async ({ page }) => {
  await goOn(page, await american("checks"));
  for (const keys of ["f", "++", "++++", "f---"]) {
    for (const key of keys) await page.keyboard.press(key);
    await expect(page.locator(".labels")).toBeVisible();
    for (const size of await letters(page, ".key-name")) expect(size).toBeGreaterThanOrEqual(11);
  }
  await page.keyboard.press("f");
  await expect.poll(async () => (await letters(page, ".key-name")).length).toBeGreaterThan(0);
  // The map itself no longer writes them.
  await expect(page.locator("img.ground")).toHaveAttribute("src", /^blob:/);
  await expect(page.locator(".labels .key-name").first()).toBeVisible();
  await page.locator(".labels .key-name text").first().hover({ force: true });
  await expect(page.locator(".plate")).toContainText(/worth \d+ point/);
  await expect(page.locator(".plate")).toContainText(/held by/);
});

test("no name is seen at the size of another zoom", async ({ page }) => {
  await goOn(page, await american("checks"));
  await expect(page.locator(".labels text").first()).toBeVisible();
  const least = Math.max(...(await letters(page, "g")));
  const seen = await page.evaluate(async () => {
    const found: number[] = [];
    const stage = document.querySelector(".stage");
    const box = stage?.getBoundingClientRect();
    if (!stage || !box) return found;
    for (let frame = 0; frame < 40; frame++) {
      if (frame < 12) stage.dispatchEvent(new WheelEvent("wheel", { deltaY: -60, clientX: box.x + box.width / 2, clientY: box.y + box.height / 2, cancelable: true }));
      await new Promise(requestAnimationFrame);
      const text = document.querySelector<SVGGraphicsElement>(".labels text");
      if (text && getComputedStyle(text).visibility === "visible") found.push(parseFloat(text.getAttribute("font-size") ?? "0") * (text.getScreenCTM()?.a ?? 0));
    }
    return found;
  });
  expect(seen.length).toBeGreaterThan(0);
  for (const size of seen) expect(size).toBeLessThan(least * 1.15);
});

test("the button of the question stays in sight, whatever is read", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  const targets = (all: string[]) => new Set(all.flatMap((order) => /^fire at "([^"]+)"/.exec(order)?.[1] ?? [])).size;
  const inSight = async (name: RegExp) => {
    const panel = page.locator(".right .scroll");
    const button = panel.getByRole("button", { name });
    await expect(button).toBeVisible();
    for (const top of [0, 100_000]) {
      await panel.evaluate((node, to) => node.scrollTo({ top: to }), top);
      await expect(button).toBeInViewport({ ratio: 1 });
    }
  };
  await goOn(page, await american("checks"));
  await inSight(/^Roll the check/);
  await goOn(page, await upTo("maw-palo-alto", ({ task }, all) => task === "offensive" && targets(all) > 2));
  await page.getByText("on the average it loses").waitFor();
  await inSight(/^Fire/);
  await goOn(page, await upTo("maw-palo-alto", ({ task }, all) => task === "declare" && all.some((order) => / charge /.test(order))));
  await page.getByRole("heading", { name: "The whole charge" }).waitFor();
  await inSight(/^Declare the charge/);
});

/** Who can go out of reach of his own leader, and by which order: two inches farther than that, so that no rounding decides. */
function strays({ units }: { units: string[] }, ask: (request: object) => unknown): { unit: string; order: string } | undefined {
  type Place = [number, number, number];
  const { units: all, leaders } = ask({ do: "view" }) as { units: { name: string; arm: string; leader: string | null; commander: string | null }[]; leaders: { name: string; at: Place | null }[] };
  for (const { name, commander } of all.filter((one) => units.includes(one.name) && one.arm !== "guns" && !one.leader)) {
    const at = leaders.find((one) => one.name === commander)?.at;
    if (!at) continue;
    const { radius } = ask({ do: "card", leader: commander }) as { radius: number };
    const { candidates } = ask({ do: "reach", unit: name }) as { candidates: { order: string; stands: Place[] }[] };
    const far = (stands: Place[]) => Math.min(...stands.map(([x, y]) => Math.hypot(x - at[0], y - at[1])));
    const away = candidates.find(({ order, stands }) => / move advance [\d.]+$/.test(order) && far(stands) > radius + 2);
    if (away) return { unit: name, order: away.order };
  }
  return undefined;
}

test("a place out of its leader's reach is told in words, and may be taken", async ({ page }) => {
  let away = { unit: "", order: "" };
  await goOn(page, await upTo("maw-palo-alto", (asked, _, __, ask) => {
    away = (asked.task === "maneuvers" ? strays(asked, ask) : undefined) ?? away;
    return !!away.unit;
  }));
  await page.locator(".right .chip", { hasText: away.unit }).click();
  const at = await endOf(page, away.unit, away.order);
  await page.mouse.move(...at);
  await expect(page.locator(".caution", { hasText: /out of reach of .+, who commands to [\d.]+″/ })).toHaveCount(1);
  await expect(page.locator(".right .warned").first()).toContainText(/^Out of reach of /);
  const before = await orders(page);
  await page.mouse.click(...at);
  await expect.poll(() => orders(page)).toBe(before + 1);
});

test("what came of a roll hides nobody whom the decision is about", async ({ page }) => {
  for (const size of [{ width: 1280, height: 720 }, { width: 1440, height: 900 }]) {
    await page.setViewportSize(size);
    await machine(page, await american("checks"), ["human", "human"], { pace: "fast" });
    await page.locator(".right .go").click();
    await expect(page.locator(".dice .said")).toBeVisible();
    const hidden = await page.evaluate(() => {
      const box = document.querySelector(".dice")?.getBoundingClientRect();
      return [...document.querySelectorAll<SVGElement>(".unit.picked .stand, .unit.chosen .stand")].filter((one) => {
        const { left, right, top, bottom } = one.getBoundingClientRect();
        return box && left < box.right && right > box.left && top < box.bottom && bottom > box.top;
      }).length;
    });
    expect(hidden).toBe(0);
  }
});

test("the box of a roll is small and goes by itself; what fell stays at the top", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await machine(page, await american("checks"), ["human", "human"], { pace: "fast" });
  await page.locator(".right .go").click();
  await expect(page.locator(".dice .said")).toBeVisible();
  const box = (await page.locator(".dice").boundingBox()) ?? { width: 999, height: 999 };
  expect(box.width).toBeLessThanOrEqual(290);
  expect(box.height).toBeLessThanOrEqual(90);
  await expect(page.locator(".dice")).toHaveCount(0, { timeout: 4_000 });
  const last = page.locator(".prompt .rolled");
  await expect(last.locator("strong")).toHaveText(/^\d+(, \d+)*$/);
  await last.click();
  await expect(page.getByRole("region", { name: "Last rolls" })).toBeVisible();
});

test("the last rolls can be read again, each with what came of it", async ({ page }) => {
  await goOn(page, await upTo("maw-palo-alto", ({ task }, all, before) => before === "defensive" && task === "offensive" && all.length > 1));
  await page.getByRole("button", { name: "Last rolls", exact: true }).click();
  const last = page.getByRole("region", { name: "Last rolls" }).getByRole("listitem");
  await expect(last).toHaveCount(5);
  for (const one of await last.all()) await expect(one).toContainText(/\w+: /);
  await page.keyboard.press("Escape");
  await expect(last).toHaveCount(0);
});

test("on a small screen the odds of a charge and its button are seen without scrolling", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await goOn(page, await upTo("maw-palo-alto", ({ task }, all) => task === "declare" && all.some((order) => / charge /.test(order))));
  const odds = page.locator(".pinned .bars");
  await expect(odds).toBeVisible();
  await expect(odds).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole("button", { name: "Declare the charge" })).toBeInViewport({ ratio: 1 });
  expect(await page.locator(".right .scroll").evaluate((node) => node.scrollTop)).toBe(0);
  // Told once, not again below.
  await expect(page.getByRole("heading", { name: "The whole charge" })).toHaveCount(1);
});

test("log and order of battle are folded for a larger table, and stay so", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await goOn(page, await american("checks"));
  const stage = page.locator(".stage");
  const before = (await stage.boundingBox()) ?? { width: 0, height: 0 };
  // Its buttons lie on no line of it.
  const buttons = (await page.locator(".sizes").boundingBox()) ?? { x: 0 };
  for (const line of await page.locator("ol.log p").filter({ visible: true }).all()) {
    const box = (await line.boundingBox()) ?? { x: 0, width: 0 };
    expect(box.x + box.width).toBeLessThanOrEqual(buttons.x);
  }
  await page.getByRole("button", { name: "Fold the log" }).click();
  await page.getByRole("button", { name: "Fold the order of battle" }).click();
  const larger = async () => {
    const now = (await stage.boundingBox()) ?? { width: 0, height: 0 };
    expect(now.width).toBeGreaterThan(before.width + 150);
    expect(now.height).toBeGreaterThan(before.height + 90);
    await expect(page.locator("ol.log")).toBeHidden();
    await expect(page.locator(".roster")).toBeHidden();
  };
  await larger();
  // What happened last is still told.
  await expect(page.locator(".last")).not.toBeEmpty();
  await page.reload();
  await expect(stage).toBeVisible();
  await larger();
  await page.getByRole("button", { name: "Unfold the log" }).click();
  await page.getByRole("button", { name: "Unfold the order of battle" }).click();
  await expect(page.locator("ol.log")).toBeVisible();
  await expect(page.locator(".roster")).toBeVisible();
});

test("every unit has its name, which touches it or is tied to it by a line", async ({ page }) => {
  for (const [width, height] of [[1280, 720], [1600, 900]] as const) {
    await page.setViewportSize({ width, height });
    // A quarter through, when two lines have met, Camden is the thickest crowd.
    const quarter = Math.floor(kept("awi-camden").orders.length / 4);
    let n = 0;
    for (const place of [await american("checks"), await upTo("maw-palo-alto", ({ task }, all) => task === "checks" && all.length < 9), await upTo("awi-camden", () => n++ >= quarter)]) {
      await goOn(page, place);
      await expect(page.locator(".labels > g").first()).toBeVisible();
      const astray = await page.evaluate(() => {
        const gap = (a: DOMRect, b: DOMRect) => Math.hypot(Math.max(0, a.left - b.right, b.left - a.right), Math.max(0, a.top - b.bottom, b.top - a.bottom));
        return [...document.querySelectorAll<SVGElement>(".unit")].flatMap((unit) => {
          const name = unit.dataset.unit ?? "";
          const label = document.querySelector(`[data-label="u-${CSS.escape(name)}"]`);
          if (!label) return [`${name} has no name`];
          if (label.previousElementSibling?.classList.contains("end")) return [];
          const far = Math.min(...[...unit.querySelectorAll(".stand")].map((stand) => gap(label.getBoundingClientRect(), stand.getBoundingClientRect())));
          return far > 12 ? [`${name} is ${far.toFixed(0)} pixels from its name`] : [];
        });
      });
      expect(astray).toEqual([]);
    }
  }
});

test("the briefing says how its ratings and positions are read, and folds that for good", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: "Play: Palo Alto" }).click();
  const how = page.locator(".how");
  await expect(how).toContainText("8/5/3 Vet");
  await expect(how).toContainText("5th US Infantry: 8 stands at the start; worn when 5 are left, spent when 3 are left.");
  await expect(how).toContainText("Wagon park (1; 4 to the enemy)");
  await how.locator("summary").click();
  await expect(how.locator("dl")).toBeHidden();
  await page.reload();
  await page.getByRole("button", { name: "Play: Palo Alto" }).click();
  await expect(page.getByRole("heading", { name: "The forces" })).toBeVisible();
  await expect(how.locator("dl")).toBeHidden();
});

test("rules are found by the name of their chapter", async ({ page }) => {
  await page.goto("/rules?q=cannonade");
  const chapter = page.locator(".chapter", { has: page.getByRole("heading", { name: "Musketry and cannonade" }) });
  // Not only those that have the word in them.
  await expect(chapter.getByText("FIRE-BREAKPOINTS", { exact: true })).toBeVisible();
  expect(await chapter.getByRole("listitem").count()).toBeGreaterThan(20);
});

test("the tape goes to the edges of units and says from whom to whom; with Alt it is free", async ({ page }) => {
  await goOn(page, await american("checks"));
  await page.keyboard.press("m");
  const middle = async (unit: string) => {
    const box = (await page.locator(`[data-unit="${unit}"] .stand`).first().boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const [from, to] = [await middle("3rd US Infantry"), await middle("8th US Infantry")];
  await page.mouse.move(from.x, from.y);
  await expect(page.locator(".snap")).toHaveCount(1);
  await page.mouse.click(from.x, from.y);
  await page.mouse.click(to.x, to.y);
  await expect(page.locator(".measure text")).toHaveText(/^3rd US Infantry to 8th US Infantry: [\d.]+″ · nearest stands [\d.]+″$/);
  await page.keyboard.down("Alt");
  await page.mouse.click(from.x, from.y);
  await page.mouse.click(to.x, to.y);
  await page.keyboard.up("Alt");
  await expect(page.locator(".measure text")).toHaveText(/^[\d.]+″$/);
  // A drag measures as well: the table stays where it is.
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 40, from.y + 60, { steps: 4 });
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.up();
  await page.mouse.move(to.x, to.y + 90);
  await expect(page.locator(".measure text")).toHaveText(/^3rd US Infantry to 8th US Infantry: /);
  expect(await middle("3rd US Infantry")).toEqual(from);
});

test("an entry of the log says what happened in a line or two, and why when it is opened; all are opened for good", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await goOn(page, await upTo("maw-palo-alto", ({ task }, all, before) => before === "defensive" && task === "offensive" && all.length > 1));
  const entries = page.locator("ol.log li[data-n]");
  // The newest alone may be open.
  await expect(entries.last()).toBeVisible();
  const folded = entries.filter({ hasNot: page.locator(".why"), has: page.locator(".fold") });
  expect(await folded.count()).toBeGreaterThan(5);
  expect(await entries.filter({ has: page.locator(".why") }).count()).toBeLessThanOrEqual(1);
  // A line is 18 pixels high.
  const high = await folded.evaluateAll((all) => all.map((one) => Math.max(...[...one.querySelectorAll("p.brief")].map((line) => line.getBoundingClientRect().height))));
  expect(high.filter((pixels) => pixels > 40).length / high.length).toBeLessThan(0.1);
  const one = folded.last();
  const n = await one.getAttribute("data-n");
  const entry = page.locator(`ol.log li[data-n="${n}"]`);
  await entry.locator(".fold").focus();
  await page.keyboard.press("Enter");
  await expect(entry.locator(".why .rule-id").first()).toBeVisible();
  await entry.locator(".fold").click();
  await expect(entry.locator(".why")).toHaveCount(0);
  await page.getByRole("button", { name: "Open the reasons of every entry" }).click();
  await expect(entry.locator(".why").first()).toBeVisible();
  await page.reload();
  await expect(entry.locator(".why").first()).toBeVisible();
});

test("the log of a replay follows the order that is shown, a click goes to its order, and a unit has its card as it stood then", async ({ page }) => {
  const record = kept("maw-palo-alto");
  await goOn(page, record);
  const id = new URL(page.url()).pathname.split("/")[2];
  await page.goto(`/replay/${id}#at=200`);
  await expect(page.getByText(/^Order 200 of/)).toBeVisible({ timeout: 120_000 });
  const now = page.locator("ol.log li.now");
  for (const key of ["ArrowRight", "ArrowRight", "ArrowLeft", "End", "Home"]) {
    await page.keyboard.press(key);
    if (key !== "Home") await expect(now).toBeInViewport();
  }
  // Before the first order the log is at its beginning, also where the replay opens there.
  const first = page.locator("ol.log li[data-n]").first();
  await expect(first).toBeInViewport();
  await page.goto("about:blank");
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.goto(`/replay/${id}`);
  await expect(page.getByText(/^Order 0 of/)).toBeVisible({ timeout: 120_000 });
  await expect(first).toBeInViewport();
  await page.keyboard.press("ArrowRight");
  // What comes after it is there, and is gone to by a click.
  const later = page.locator("ol.log li.later").nth(30);
  const n = await later.getAttribute("data-n");
  await later.locator("p.brief").click();
  await expect(page.getByText(new RegExp(`^Order ${n} of`))).toBeVisible();
  await expect(now).toHaveAttribute("data-n", n ?? "");
  await expect(now).toBeInViewport();
  const unit = page.locator('[data-unit="5th US Infantry"]');
  const strength = async (at: number) => {
    await page.goto(`/replay/${id}#at=${at}`);
    await expect(page.getByText(new RegExp(`^Order ${at} of`))).toBeVisible({ timeout: 60_000 });
    if (!(await page.locator(".card").count())) await unit.locator(".stand").first().dispatchEvent("click", { bubbles: true });
    await expect(page.locator(".card .bands")).toBeVisible();
    return page.locator(".card .lines li").first().textContent();
  };
  expect(await strength(0)).toContain("8 stands");
  await page.keyboard.press("Escape");
  await expect(page.locator(".card")).toHaveCount(0);
});

test("a link to this moment is in the menu of the battle, and opens the replay there without a seat", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await goOn(page, await american("checks"));
  const n = await page.locator(".page").getAttribute("data-orders");
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("button", { name: "Share this moment" }).click();
  await expect(page.getByRole("button", { name: "Link copied" })).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(new RegExp(`/replay/[^/?]+#at=${n}$`));
  await page.evaluate(() => localStorage.clear());
  await page.goto(link);
  await expect(page.getByText(new RegExp(`^Order ${n} of ${n}`))).toBeVisible({ timeout: 60_000 });
});
