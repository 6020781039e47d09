import { expect, it } from "vitest";
import { onTable } from "./tableText";

it("the light is told with how far one sees", () => {
  expect(onTable.light("twilight 36", "36″")).toBe("twilight: sight 36″");
  expect(onTable.lightHint("twilight 36", "36″")).toBe("Twilight: nobody sees farther than 36″.");
  expect(onTable.light("night full-moon", "12″")).toBe("night, full moon: sight 12″");
});

it("a key position tells what it is worth to whom", () => {
  expect(onTable.key.worth([3, 3], ["A", "B"])).toBe("worth 3 points");
  expect(onTable.key.worth([1, 2], ["A", "B"])).toBe("worth 1 point to A, 2 to B");
  expect([onTable.key.tag([3, 3]), onTable.key.tag([1, 2])]).toEqual(["★3", "★1:2"]);
});
