import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { text } from "../text";
import { why } from "./advice";

it("an order without a reason is not advised", () => {
  expect(why({ order: '"Guns": gun 1 limber', reason: "nothing left here is worth doing" })).toBe(null);
  expect(why({ order: '"Guns": gun 1 limber', reason: " " })).toBe(null);
  expect(why({ order: "done", reason: "nothing left here is worth doing" })).toBe("Nothing left here is worth doing");
  expect(why({ order: '"Guns": gun 1 pivot', reason: 'to bear on the enemy; the nearest enemy is 9" away' })).toBe("To bear on the enemy; the nearest enemy is 9″ away");
});

it("what the machine says where it has no reason is known", () => {
  const said = readFileSync(new URL("../../../crates/ai/src/reasons.rs", import.meta.url), "utf8");
  for (const bare of text.advice.bare) expect(said).toContain(`"${bare}"`);
});
