import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

/** Where `npm run dev` finds the server. */
const server = process.env.DQ_SERVER ?? "http://localhost:1776";

export default defineConfig({
  plugins: [svelte()],
  build: { target: "es2022", chunkSizeWarningLimit: 700 },
  server: { proxy: { "/api": { target: server, ws: true } } },
  test: { include: ["src/**/*.test.ts"], environment: "node" },
});
