// Plays a session with the page's module and compares its answers: node session.mjs wasm.wasm session.jsonl
// answers.jsonl. Answers that end with … are kept short there and compared as far as they go.
import { readFileSync } from "node:fs";

const [module, session, golden] = process.argv.slice(2);
const lines = (file) => readFileSync(file, "utf8").split("\n").filter((line) => line !== "");
const { instance } = await WebAssembly.instantiate(readFileSync(module), {});
const { memory, reserve, answer, answer_length } = instance.exports;

function ask(line) {
  const bytes = new TextEncoder().encode(line);
  const start = reserve(bytes.length); // the memory may grow: look at it afterwards
  new Uint8Array(memory.buffer, start, bytes.length).set(bytes);
  const from = answer();
  return new TextDecoder().decode(new Uint8Array(memory.buffer, from, answer_length()));
}

const known = lines(golden);
const asked = lines(session);
if (asked.length !== known.length) throw new Error(`${asked.length} requests, ${known.length} answers`);
asked.forEach((line, place) => {
  const said = ask(line);
  const cut = known[place].endsWith("…");
  const same = cut ? said.startsWith(known[place].slice(0, -1)) : said === known[place];
  if (!same) {
    console.error(`line ${place + 1}: ${line}\n  answered ${said}\n  expected ${known[place]}`);
    process.exit(1);
  }
});
console.log(`${asked.length} answers of the page's module are those of dq referee`);
