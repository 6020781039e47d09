// How long previews take in a real browser: two at one screen, orders by advice, the cursor over the table, its lists and its
// units before each. Prints a table for docs/benchmarks.md. Takes the address of a server, and the battle and the last turn if
// they are to be others.
import { readFileSync } from "node:fs";
import { chromium } from "@playwright/test";

const [server, battle = "maw-buena-vista", last = "3"] = process.argv.slice(2);
const FRAME = 16;
const KINDS = [
  ["where a formation or a leader goes that follows the cursor", "steer"],
  ["odds of a check, volley, charge or combat", "odds"],
  ["can it be done", "check"],
  ["what the enemy could do there", "threats"],
  ["who sees whom", "sight"],
  ["arcs, ranges and the card of a unit or leader", "card"],
  ["all orders that can be given", "options"],
  ["reach of a unit", "reach"],
];

/** A referee of our own, who advises. */
async function adviser() {
  const bytes = readFileSync(new URL("../public/referee.wasm", import.meta.url));
  const { instance } = await WebAssembly.instantiate(bytes, {});
  const { memory, reserve, answer, answer_length } = instance.exports;
  return (question) => {
    const line = new TextEncoder().encode(JSON.stringify(question));
    const at = reserve(line.length);
    new Uint8Array(memory.buffer, at, line.length).set(line);
    const from = answer(line.length);
    return JSON.parse(new TextDecoder().decode(new Uint8Array(memory.buffer, from, answer_length())));
  };
}

/** Always the same places. */
let seed = 1847;
const chance = () => (seed = (seed * 1103515245 + 12345) % 2147483648) / 2147483648;

/** What a player does before he gives an order. */
async function look(page, task) {
  const box = await page.locator(".stage").boundingBox();
  if (!box) return;
  const at = () => [box.x + box.width * (0.15 + chance() * 0.7), box.y + box.height * (0.15 + chance() * 0.7)];
  if (task === "maneuvers" || task === "leaders" || task === "move-leaders") {
    for (let place = 0; place < 3; place++) await page.mouse.move(...at(), { steps: 12 });
    // The cursor rests: what could they do to it there?
    await page.waitForTimeout(260);
  }
  const choices = page.locator(".right .offer:not([disabled])").filter({ visible: true });
  if (task === "declare") for (let place = 0; place < Math.min(3, await choices.count()); place++) await choices.nth(place).hover({ timeout: 2000 }).catch(() => {});
  const targets = page.locator(".right select");
  if ((task === "defensive" || task === "offensive") && (await targets.count())) {
    const names = await targets.first().locator("option").count();
    for (let place = 0; place < Math.min(3, names); place++) await targets.first().selectOption({ index: place }, { timeout: 2000 }).catch(() => {});
  }
}

/** The tool that says who sees whom, from one unit to others. */
async function sights(page) {
  const units = page.locator(".stage g.unit");
  const count = await units.count();
  await page.keyboard.press("s");
  for (let place = 0; place < Math.min(4, count); place++) {
    const box = await units.nth(Math.floor(chance() * count)).boundingBox();
    if (box) await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  }
  await page.keyboard.press("Escape");
}

const ask = await adviser();
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"] });
const page = await browser.newPage({ baseURL: server, viewport: { width: 1280, height: 720 }, reducedMotion: "reduce" });
const post = async (path, data) => {
  const answer = await page.request.post(path, { data });
  if (!answer.ok()) throw new Error(await answer.text());
  return answer.json();
};
const { id, seats } = await post("/api/battles", { scenario: battle, seats: ["human", "human"] });
const tokens = seats.map((seat) => seat.token);
await page.addInitScript(
  ([kept, settings]) => {
    localStorage.setItem("dq-battles", kept);
    localStorage.setItem("dq-settings", settings);
    window.times = [];
    new PerformanceObserver((list) => window.times.push(...list.getEntries().map((one) => [one.name, one.duration]))).observe({ type: "measure" });
  },
  [JSON.stringify([{ id, title: "", scenario: "", tokens, at: 0 }]), JSON.stringify({ pace: "fast", dice: false, guard: false, auto: false })],
);
await page.goto(`/battle/${id}`);
ask({ do: "start", battle, seed: 1 });
let given = 0;
const shown = () => page.waitForFunction((n) => document.querySelector(".page")?.getAttribute("data-orders") === String(n), given, { timeout: 60_000 });
for (let asked = ask({ do: "asked" }).asked; asked && asked.turn <= Number(last); asked = ask({ do: "asked" }).asked) {
  await shown();
  await page.locator(`.page[data-task="${asked.task}"]`).waitFor({ timeout: 10_000 });
  await look(page, asked.task);
  if (given % 10 === 0) await sights(page);
  const { order } = ask({ do: "advice" });
  const done = await post(`/api/battles/${id}/orders`, { seat: tokens[asked.side === "first" ? 0 : 1], after: given, order });
  ask({ do: "apply", order, dice: done.dice });
  given += 1;
}
await shown();
const times = await page.evaluate(() => window.times);
await browser.close();

const ms = (value) => `${value.toFixed(1)} ms`;
const sorted = (name) => times.filter(([one]) => one === name).map(([, took]) => took).sort((a, b) => a - b);
const at = (all, part) => all[Math.min(all.length - 1, Math.floor(all.length * part))];
console.log("| question | asked | median | 95th percentile | worst | over 16 ms | heard by the page: median | 95th percentile |");
console.log("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
for (const [title, kind] of KINDS) {
  const [all, heard] = [sorted(`answered: ${kind}`), sorted(`heard: ${kind}`)];
  if (!all.length) continue;
  const over = all.filter((took) => took > FRAME).length;
  const cells = [`${title} (\`${kind}\`)`, all.length, ms(at(all, 0.5)), ms(at(all, 0.95)), ms(all.at(-1)), over, ms(at(heard, 0.5)), ms(at(heard, 0.95))];
  console.log(`| ${cells.join(" | ")} |`);
}
console.log(`<!-- ${battle}, ${given} orders to the end of turn ${last} -->`);
