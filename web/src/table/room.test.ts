import { expect, it } from "vitest";
import { beside, corner } from "./room";
import type { Box } from "./labels";

const screen = { width: 750, height: 500 };
const unit = (box: Box, weight = 1) => ({ box, weight });

it("a result is read in the corner where it hides nobody, at the top right if that is free", () => {
  expect(corner(340, 150, screen, [])).toBe("top right");
  expect(corner(340, 150, screen, [unit([600, 50, 650, 70])])).toBe("bottom right");
  expect(corner(340, 150, screen, [unit([600, 50, 650, 70]), unit([600, 400, 650, 420])])).toBe("bottom left");
});

it("who has to be decided about is hidden last", () => {
  const crowd = [unit([600, 50, 650, 70], 10), unit([400, 400, 700, 420]), unit([100, 400, 300, 480]), unit([100, 50, 300, 80])];
  expect(corner(340, 150, screen, crowd)).toBe("top middle");
  expect(corner(340, 150, screen, [...crowd, unit([310, 20, 380, 150])])).toBe("bottom right");
});

it("of corners that hide nobody it is the one farthest from whom the roll is about", () => {
  expect(corner(200, 100, screen, [unit([500, 60, 540, 80], 20)])).toBe("bottom left");
  expect(corner(200, 100, screen, [unit([100, 400, 140, 420], 20)])).toBe("top right");
  // Where every corner hides somebody, the middle of an edge may be free.
  const corners = [unit([600, 20, 700, 80]), unit([600, 420, 700, 480]), unit([20, 20, 100, 80]), unit([20, 420, 100, 480], 20)];
  expect(corner(200, 100, screen, corners)).toBe("top middle");
});

it("what is told of a place stands beside those it is about, inside the sheet", () => {
  const inside: Box = [0, 0, 1000, 800];
  expect(beside([500, 400], 200, 30, 20, inside, [])).toEqual([400, 420, 600, 450]);
  const target = unit([440, 415, 560, 460], 10);
  const [, top, , bottom] = beside([500, 400], 200, 30, 20, inside, [target]);
  expect(bottom).toBeLessThanOrEqual(415);
  expect(top).toBe(350);
  expect(beside([10, 10], 200, 30, 20, inside, [])[0]).toBe(0);
});
