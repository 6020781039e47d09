import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

/** Where `npm run dev` and `vite preview` find the server. */
const server = process.env.DQ_SERVER ?? "http://localhost:1776";

const proxy = { "/api": { target: server, ws: true } };

export default defineConfig({
  plugins: [svelte()],
  build: { target: "es2022", chunkSizeWarningLimit: 700 },
  server: { proxy },
  preview: { proxy },
  test: { include: ["src/**/*.test.ts"], environment: "node" },
});
