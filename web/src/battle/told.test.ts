import { expect, it } from "vitest";
import type { Told } from "../generated/referee-answer";
import type { Moment } from "./moments";
import { brief, cause, emptyHeads, fallenSince, hasWhy, isShort, lastRolls, marks, numbered, passages, reasonBlocks, reasonWords, result, theirs, thoughtAt } from "./told";

const moment = (n: number, by: "first" | "second", events: Told[]): Moment => ({ n, by, events, order: "", army: "", turn: 1, phase: "maneuver", step: "maneuver", task: "" });
const turn: Told = { kind: "turn-begins", sentence: "== Turn 2, Mexico ==" };
const volley = (unit: string): Told => ({ kind: "fires", sentence: `Guns at ${unit}, 12" away.`, units: ["Guns", unit], dice: [7] });

it("the reasons of a combat are told by whose they are", () => {
  const words = reasonWords([
    { label: "fresh", rule: "A", value: 1, of: "attacker" },
    { label: "square", rule: "B", value: -2, of: "defender" },
    { label: "outflanked within 8\"", rule: "C", value: -1, of: "attacker" },
  ]);
  expect(words).toBe("attacker: +1 fresh, −1 outflanked within 8″; defender: −2 square");
  expect(reasonWords([{ label: "Telling Fire", rule: "D" }])).toBe("Telling Fire");
  const rounds = reasonWords([1, 2].map((round) => ({ label: "fresh", rule: "A", value: round, of: "attacker" as const, round })));
  expect(rounds).toBe("round 1, attacker: +1 fresh; round 2, attacker: +2 fresh");
});

it("the reasons of a volley are points by who fires, what the die is changed by, and notes", () => {
  const blocks = reasonBlocks("fires", [
    { label: '7th Ohio: 4 stands x 1/2 (1 each, halved: disordered) = 2 points, rifle musket at 0.8" (band 0" to 4")', rule: "W" },
    { label: "37th Virginia: 1 stand x 1/4 = 1/4 point, smoothbore musket at 4.1\"", rule: "W" },
    { value: 1, label: "for 11 1/4 fire points, rounded down to 11", rule: "B" },
    { label: "Lively Fire at Veteran troops: 5; Galling Fire from 6", rule: "E" },
    { value: -1, label: "partial cover", rule: "C" },
  ]);
  expect(blocks?.map(({ head, rows }) => [head, rows.map(({ value }) => value)])).toEqual([["Fire points", ["2", "1/4"]], ["On the die", ["+1", "−1"]], ["Besides", [null]]]);
  expect(blocks?.[0]?.rows[0]).toEqual({ value: "2", label: "7th Ohio: 4 stands x 1/2 (1 each, halved: disordered), rifle musket at 0.8″ (band 0″ to 4″)", rule: "W" });
  // Of a combat each side and round has its own; what is short stays a line.
  const combat = reasonBlocks("fights", [{ label: "fresh", rule: "A", value: 2, of: "attacker", round: 1 }, { label: "spent", rule: "A", value: -2, of: "defender", round: 1 }, { label: "favorable ground", rule: "G" }]);
  expect(combat?.map(({ head }) => head)).toEqual(["round 1, attacker", "round 1, defender", "Besides"]);
  expect(reasonBlocks("check-made", [{ label: "spent", rule: "A", value: -2 }])).toBeNull();
});

it("no number of the log is lost: what nothing is told of stands with what came before it", () => {
  const all = [1, 2, 3, 4, 5, 6].map((n) => ({ n }));
  const said = (...told: number[]) => [...numbered(all, ({ n }) => told.includes(n))].map(([n, under]) => [n, under.map((one) => one.n)]);
  expect(said(1, 2, 5)).toEqual([[1, [1]], [2, [2, 3, 4]], [5, [5, 6]]]);
  expect(said(3, 4)).toEqual([[3, [1, 2, 3]], [4, [4, 5, 6]]]);
  expect(said()).toEqual([]);
});

it("the result of a check is what each unit came to, not that a die fell", () => {
  const check: Told[] = [{ kind: "check-rolled", sentence: "Check: die 5.", dice: [5] }, ...[1, 2, 3, 4, 5, 6, 7].map((n): Told => ({ kind: "check-made", sentence: `${n}th: Tardy.` }))];
  expect(result(check)).toEqual(["1th: Tardy.", "2th: Tardy.", "3th: Tardy.", "4th: Tardy.", "5th: Tardy.", "6th: Tardy.", "…"]);
  expect(result([check[0]!])).toEqual(["Check: die 5."]);
});

it("the result of a volley is told once, and what it adds", () => {
  const told = (kind: string, sentence: string, units: string[]): Told => ({ kind, sentence, units }) as Told;
  const volley = told("fires", "Guns at 8th: Galling Fire: is disordered, loses 1 stand. Massed behind, 9th: is disordered.", ["Guns", "8th"]);
  expect(result([volley, told("disordered", "8th: is disordered.", ["8th"]), told("disordered", "9th: is disordered.", ["9th"]), told("loses", "8th loses 1 stand: 4 left.", ["8th"])])).toEqual([volley.sentence, "8th loses 1 stand: 4 left."]);
  expect(result([volley, told("disordered", "Guns: is disordered.", ["Guns"])])).toHaveLength(2);
  expect(result([told("check-made", "18th: Tardy.", ["18th"]), told("check-made", "8th: Tardy.", ["8th"])])).toHaveLength(2);
});

const nobody = () => false;

it("one's own charge that goes in after an order of the other side is none of its deeds", () => {
  const charge = (unit: string): Told => ({ kind: "charge-moves", sentence: `${unit} charges 6″.`, units: [unit, "8th"] }) as Told;
  const own = (unit: string) => unit === "May's";
  const fired = moment(2, "second", [volley("May's"), { kind: "does", sentence: "May's is disordered.", units: ["May's"] } as Told, charge("May's")]);
  const all = [moment(1, "first", [turn]), fired, moment(3, "second", [charge("May's")]), moment(4, "second", [charge("Torrejon's")])];
  const found = theirs(all, ["first"], 1, own);
  expect(found.map((one) => one.n)).toEqual([2, 4]);
  // What its fire did to one's own is told.
  expect(found[0]?.events.map((event) => event.kind)).toEqual(["fires", "does"]);
});

it("what the other side did stays to be read for one's own player turn", () => {
  const before = moment(1, "second", [turn, volley("May's")]);
  const now = [moment(2, "second", [turn]), moment(3, "second", [volley("8th US")]), moment(4, "first", [volley("Torrejon's")]), moment(5, "second", [turn])];
  expect(theirs([before, ...now], ["first"], 2, nobody).map((one) => one.n)).toEqual([3]);
  // Of a turn that has just begun nothing is told yet.
  expect(theirs([before, ...now], ["first"], 1, nobody)).toEqual([]);
  expect(theirs([before, ...now.slice(0, 3)], ["first"], 1, nobody).map((one) => one.n)).toEqual([3]);
});

it("an order is marked at those it was about, with what came of it", () => {
  const found = marks(moment(3, "second", [volley("May's"), { kind: "does", sentence: "May's is disordered.", units: ["May's"] }, { kind: "maneuvers", units: ["8th US"] }]));
  expect(found.map(({ unit, n }) => [unit, n])).toEqual([["Guns", 3], ["May's", 3]]);
  expect(found[1]?.said).toBe("Guns at May's, 12″ away. May's is disordered.");
});

it("a thought stays with its order, before the heads of what comes next", () => {
  const head = { kind: "phase-begins", sentence: "-- Charge --" } as Told;
  const said = volley("8th US");
  expect(thoughtAt([said, head, head])).toBe(1);
  expect(thoughtAt([head, said])).toBe(2);
  expect(thoughtAt([head, said, head])).toBe(2);
  expect(thoughtAt([head])).toBe(0);
});

it("what led to a choice is the last volley or combat", () => {
  const shot: Told = { kind: "fires", sentence: 'Guns at 8th US, 12" away.', dice: [10] };
  expect(cause([moment(1, "second", [shot, { kind: "gun-hurt", sentence: "Gun 1 is hit." }])])).toBe("Guns at 8th US, 12″ away.");
  expect(cause([moment(1, "second", [{ kind: "passes" }])])).toBeNull();
});

it("the last five rolls are kept, the newest first, each with what came of it", () => {
  const all = [1, 2, 3, 4, 5, 6, 7].map((n) => moment(n, "first", n === 6 ? [{ kind: "maneuvers", sentence: "Guns move." }] : [volley(`${n}th US`)]));
  expect(lastRolls(all).map((one) => one.moment.n)).toEqual([7, 5, 4, 3, 2]);
  expect(lastRolls(all)[0]).toMatchObject({ dice: [7], said: ["Guns at 7th US, 12″ away."] });
});

it("the head of a phase that nothing happened in is left out, that of a turn is not", () => {
  const phase = (name: string): Told => ({ kind: "phase-begins", sentence: `-- ${name} --` }) as Told;
  const told = [moment(1, "first", [turn, phase("Maneuver"), volley("8th")]), moment(2, "first", [{ kind: "passes" }, phase("Fire")]), moment(3, "second", [volley("9th")]), moment(4, "second", [phase("Charge")]), moment(5, "second", [turn, phase("Maneuver")])];
  expect([...emptyHeads(told)]).toEqual(["4 0", "5 1"]);
  // Something happens at last.
  expect([...emptyHeads([...told, moment(6, "first", [volley("8th")])])]).toEqual(["4 0"]);
});

it("the brief of an order says what happened once, without sums of the table, ratings and remarks", () => {
  const said = (kind: Told["kind"], sentence: string, units: string[] = []): Told => ({ kind, sentence, units });
  const check = [
    said("check-rolled", "Check under Twiggs: die 4."),
    said("check-made", "5th US Infantry 8/5/3 Vet: 4 +2 = 6, Rally (5 to 10; Rally with Elan from 11): returns to good order.", ["5th US Infantry"]),
    said("check-made", "Guns, 3rd Artillery 2 stands Elt: 4 +4 = 8, Double Quick (8+): may make any one maneuver.", ["Guns, 3rd Artillery"]),
    said("does", "5th US Infantry: returns to good order.", ["5th US Infantry"]),
    said("leader-stays", "Arista stays behind."),
  ];
  expect(brief(check)).toEqual(["5th US Infantry: 4 +2 = 6, Rally: returns to good order.", "Guns, 3rd Artillery: 4 +4 = 8, Double Quick: may make any one maneuver."]);
  expect(hasWhy(check)).toBe(true);
  expect([isShort(check), isShort(check.slice(0, 2))]).toEqual([false, true]);
  // Names keep what stands in brackets, and a remark alone is told.
  expect(brief([said("does", "Artillery Battalion (Childs): is disordered.")])).toEqual(["Artillery Battalion (Childs): is disordered."]);
  expect(brief([said("leader-stays", "Arista stays behind.")])).toEqual(["Arista stays behind."]);
  expect(hasWhy([said("leader-moves", 'Arista rides 22.1".')])).toBe(false);
});

it("what is told stands together between the heads", () => {
  const events: Told[] = [{ kind: "does", sentence: "One." }, { kind: "fires", sentence: "Two." }, { kind: "phase-begins", sentence: "-- Charge --" }, { kind: "carries", sentence: "Three." }, { kind: "destroyed" }];
  expect(passages(events, () => false)).toMatchObject([{ at: 0, head: null, events: [{ kind: "does" }, { kind: "fires" }] }, { at: 2, head: "Charge" }, { at: 3, events: [{ kind: "carries" }] }]);
  expect(passages(events, (place) => place === 2)).toHaveLength(1);
});

it("leaders lost since one's last order are named, and no others", () => {
  const lost = (name: string): Told => ({ kind: "leader-lost", sentence: `${name} is lost.` });
  const all = [moment(1, "first", [lost("Arista")]), moment(2, "first", [lost("Taylor")]), moment(3, "second", [volley("8th")]), moment(4, "second", [lost("Garcia")])];
  expect(fallenSince(all, ["first"])).toEqual(["Taylor is lost.", "Garcia is lost."]);
  expect(fallenSince([...all, moment(5, "first", [volley("9th")])], ["first"])).toEqual([]);
  expect(fallenSince([], ["first"])).toEqual([]);
});
