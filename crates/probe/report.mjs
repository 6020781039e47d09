// Prints the report of the probe as WebAssembly: node report.mjs probe.wasm
import { readFileSync } from "node:fs";

const { instance } = await WebAssembly.instantiate(readFileSync(process.argv[2]), {});
const { memory, report_start, report_length } = instance.exports;
const start = report_start(); // makes the report: the memory may grow meanwhile
process.stdout.write(new Uint8Array(memory.buffer, start, report_length()));
