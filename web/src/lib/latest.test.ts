import { expect, it } from "vitest";
import { latest } from "./latest";

it("of what comes while one is asked only the newest is asked", async () => {
  const asked: number[] = [];
  const release: (() => void)[] = [];
  const ask = latest((value: number) => {
    asked.push(value);
    return new Promise<void>((resolve) => release.push(resolve));
  });
  ask(1);
  ask(2);
  ask(3);
  expect(asked).toEqual([1]);
  release.shift()?.();
  await Promise.resolve().then(() => {}).then(() => {}).then(() => {});
  expect(asked).toEqual([1, 3]);
});
