import { expect, it } from "vitest";
import { Answered, type Looked } from "./answered.svelte";

/** A question that is answered when one says so. */
function question() {
  let answer: (said: string | null) => void = () => {};
  let fail: (why: Error) => void = () => {};
  const coming = new Promise<string | null>((resolve, reject) => ([answer, fail] = [resolve, reject]));
  return { coming, answer: (said: string | null) => answer(said), fail: () => fail(new Error("overtaken")) };
}

function looking() {
  const now: Looked = { about: "4th Infantry", at: 1 };
  return { now, answered: new Answered<string>(() => ({ ...now })) };
}

it("an answer about another unit is not shown, whenever it comes", async () => {
  const { now, answered } = looking();
  const [foot, guns] = [question(), question()];
  const first = answered.take(foot.coming);
  now.about = "Duncan's guns";
  const second = answered.take(guns.coming);
  guns.answer("light gun");
  expect(await second).toBe(true);
  foot.answer("musket");
  expect(await first).toBe(false);
  expect(answered.shown).toBe("light gun");
});

it("what was shown is gone at once when another unit is looked at, though nobody has asked anew", async () => {
  const { now, answered } = looking();
  await answered.take(Promise.resolve("musket"));
  expect(answered.shown).toBe("musket");
  now.about = "Duncan's guns";
  expect(answered.shown).toBeNull();
  now.about = null;
  expect(answered.shown).toBeNull();
});

it("an answer from before an order is not used after it", async () => {
  const { now, answered } = looking();
  const late = question();
  const taken = answered.take(late.coming);
  now.at = 2;
  late.answer("where it stood before");
  expect(await taken).toBe(false);
  expect(answered.shown).toBeNull();
  now.at = 1;
  await answered.take(Promise.resolve("before"));
  now.at = 2;
  expect(answered.shown).toBeNull();
});

it("a part stands until the whole is there, and never replaces it", async () => {
  const { now, answered } = looking();
  await answered.take(Promise.resolve("bare"), false);
  expect(answered.shown).toBe("bare");
  await answered.take(Promise.resolve("whole"));
  expect(await answered.take(Promise.resolve("bare"), false)).toBe(false);
  expect(answered.shown).toBe("whole");
  // Of the next position the part is taken again.
  now.at = 2;
  expect(await answered.take(Promise.resolve("bare"), false)).toBe(true);
});

it("what is not answered takes nothing away", async () => {
  const { answered } = looking();
  await answered.take(Promise.resolve("bare"), false);
  const whole = question();
  const taken = answered.take(whole.coming);
  whole.fail();
  expect(await taken).toBe(false);
  expect(answered.shown).toBe("bare");
});
