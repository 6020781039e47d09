import { expect, it, vi } from "vitest";
import { latest, rested } from "./latest";

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

it("a cursor that rests is asked for once, one that goes on not at all", () => {
  vi.useFakeTimers();
  const asked: number[] = [];
  const ask = rested((value: number) => asked.push(value), 200);
  ask(1);
  vi.advanceTimersByTime(150);
  ask(2);
  vi.advanceTimersByTime(199);
  expect(asked).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(asked).toEqual([2]);
  ask(3);
  ask.stop();
  vi.advanceTimersByTime(500);
  expect(asked).toEqual([2]);
  vi.useRealTimers();
});
