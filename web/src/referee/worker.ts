// The worker: the referee as WebAssembly (crates/wasm). Lines are written into its memory and read from there.
import type { Said } from "./client";
import { Overtaken, Queue } from "./queue";

interface Exports {
  memory: WebAssembly.Memory;
  reserve(bytes: number): number;
  answer(bytes: number): number;
  answer_length(): number;
}

type Message = { module: WebAssembly.Module } | { id: number; line: string };

const scope = self as unknown as { onmessage: ((event: MessageEvent<Message>) => void) | null; postMessage(data: unknown): void };
const [writer, reader] = [new TextEncoder(), new TextDecoder()];
/** The first message brings the program. */
let ready: Promise<Exports> = Promise.reject(new Error("the referee has no program yet"));
ready.catch(() => {});

async function begin(module: WebAssembly.Module): Promise<Exports> {
  const instance = await WebAssembly.instantiate(module, {});
  return instance.exports as unknown as Exports;
}

function answer(referee: Exports, line: string): string {
  const bytes = writer.encode(line);
  const at = referee.reserve(bytes.length);
  new Uint8Array(referee.memory.buffer, at, bytes.length).set(bytes);
  const from = referee.answer(bytes.length);
  return reader.decode(new Uint8Array(referee.memory.buffer, from, referee.answer_length()));
}

const { port1, port2 } = new MessageChannel();
/** Lets messages in that have come while an answer was made. */
function turn(): Promise<void> {
  return new Promise((resolve) => {
    port1.onmessage = () => resolve();
    port2.postMessage(null);
  });
}

const queue = new Queue(async (line) => answer(await ready, line), turn);

function say(what: Omit<Said, "at">): void {
  scope.postMessage({ ...what, at: performance.timeOrigin + performance.now() });
}

scope.onmessage = (event: MessageEvent<Message>) => {
  if ("module" in event.data) {
    ready = begin(event.data.module);
    return;
  }
  const { id, line } = event.data;
  queue.ask(line).then(
    (line) => say({ id, line }),
    (why: unknown) => say(why instanceof Overtaken ? { id, overtaken: true } : { id, failed: why instanceof Error ? why.message : String(why) }),
  );
};
