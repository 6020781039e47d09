import { expect, it } from "vitest";
import { why } from "./advice";

it("an order without a reason is not advised", () => {
  const bare = "nothing left here is worth doing";
  expect(why({ order: '"Guns": gun 1 limber', reason: bare, bare: true })).toBe(null);
  expect(why({ order: '"Guns": gun 1 limber', reason: " ", bare: false })).toBe(null);
  expect(why({ order: "done", reason: bare, bare: true })).toBe("Nothing left here is worth doing");
  expect(why({ order: '"Guns": gun 1 pivot', reason: 'to bear on the enemy; the nearest enemy is 9" away', bare: false })).toBe("To bear on the enemy; the nearest enemy is 9″ away");
});
