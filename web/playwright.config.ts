import { defineConfig } from "@playwright/test";

/** A Chromium of the system if there is one, else the one that Playwright knows. */
const chromium = process.env.CHROMIUM ?? "/usr/bin/chromium";
const port = Number(process.env.DQ_PORT ?? 17760);

export default defineConfig({
  testDir: "tests",
  // The pictures of the documents are taken only when they are wanted.
  testMatch: process.env.DQ_SCREENS ? "screens.ts" : "*.spec.ts",
  timeout: 240_000,
  expect: { timeout: 20_000 },
  workers: 1,
  reporter: [["list"]],
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    viewport: { width: 1280, height: 720 },
    reducedMotion: "reduce",
    actionTimeout: 30_000,
    launchOptions: { executablePath: chromium, args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"] },
  },
  webServer: {
    command: `${process.env.DQ ?? "../target/release/dq"} serve --port ${port} --rate 0 --database sqlite://${process.env.DQ_DATABASE ?? "/tmp/dq-browser-test.db"}`,
    url: `http://127.0.0.1:${port}/api/health`,
    reuseExistingServer: false,
    timeout: 30_000,
  },
});
