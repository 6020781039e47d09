import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";

it("the types are what the schemas say", () => {
  const script = new URL("../scripts/types.mjs", import.meta.url).pathname;
  expect(() => execFileSync(process.execPath, [script, "--check"], { stdio: "pipe" })).not.toThrow();
});
