// Writes the TypeScript types of the referee's lines from its JSON schemas: `npm run types`.
// With --check it only says whether they are stale.
import { readFileSync, writeFileSync } from "node:fs";
import { compile } from "json-schema-to-typescript";

// A description beside a reference would make a copy of the type under another name.
const plain = (part) =>
  Array.isArray(part)
    ? part.map(plain)
    : part === null || typeof part !== "object"
      ? part
      : part.$ref
        ? { $ref: part.$ref }
        : Object.fromEntries(Object.entries(part).map(([key, value]) => [key, plain(value)]));

const root = new URL("../../docs/schema/", import.meta.url);
const out = new URL("../src/generated/", import.meta.url);
const check = process.argv.includes("--check");
let stale = false;
for (const name of ["referee-request", "referee-answer"]) {
  const schema = plain(JSON.parse(readFileSync(new URL(`${name}.json`, root), "utf8")));
  const text = await compile(schema, schema.title ?? name, {
    additionalProperties: false,
    bannerComment: `// Made from docs/schema/${name}.json by \`npm run types\`; do not edit.`,
    unreachableDefinitions: true,
  });
  const file = new URL(`${name}.ts`, out);
  let before = "";
  try {
    before = readFileSync(file, "utf8");
  } catch {
    // It is not there yet.
  }
  if (before === text) continue;
  if (check) {
    console.error(`web/src/generated/${name}.ts is not what docs/schema/${name}.json says: run \`npm run types\` in web/`);
    stale = true;
  } else writeFileSync(file, text);
}
if (stale) process.exit(1);
