// Writes the TypeScript types of the referee's lines and of what the server says from their JSON schemas: `npm run types`.
// With --check it only says whether they are stale.
import { readFileSync, writeFileSync } from "node:fs";
import { compile } from "json-schema-to-typescript";

// A description beside a reference would make a copy of the type under another name. The tag of a variant stays.
const plain = (part) => {
  if (Array.isArray(part)) return part.map(plain);
  if (part === null || typeof part !== "object") return part;
  const whole = Object.fromEntries(Object.entries(part).map(([key, value]) => [key, plain(value)]));
  if (!part.$ref) return whole;
  const { $ref, properties, required } = whole;
  return properties ? { allOf: [{ $ref }, { type: "object", properties, required }] } : { $ref };
};

const root = new URL("../../docs/schema/", import.meta.url);
const out = new URL("../src/generated/", import.meta.url);
const check = process.argv.includes("--check");
let stale = false;
const read = (name) => JSON.parse(readFileSync(new URL(`${name}.json`, root), "utf8"));

/** What the server pushes, and with it all that it answers: every schema of its own description, by its name there. */
function served() {
  const text = JSON.stringify(read("server-openapi").components.schemas);
  const answers = JSON.parse(text.replaceAll("#/components/schemas/", "#/$defs/"));
  const { $defs, $schema: _, ...Push } = read("server-push");
  return { title: "Server", type: "object", $defs: { ...$defs, ...answers, Push } };
}

for (const [name, from, wild] of [
  ["referee-request", "referee-request", read("referee-request")],
  ["referee-answer", "referee-answer", read("referee-answer")],
  ["server", "server-*", served()],
]) {
  const schema = plain(wild);
  const text = await compile(schema, schema.title ?? name, {
    additionalProperties: false,
    bannerComment: `// Made from docs/schema/${from}.json by \`npm run types\`; do not edit.`,
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
    console.error(`web/src/generated/${name}.ts is not what docs/schema/${from}.json says: run \`npm run types\` in web/`);
    stale = true;
  } else writeFileSync(file, text);
}
if (stale) process.exit(1);
