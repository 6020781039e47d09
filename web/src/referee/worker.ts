// The worker: the referee as WebAssembly (crates/wasm). Lines are written into its memory and read from there.
interface Exports {
  memory: WebAssembly.Memory;
  reserve(bytes: number): number;
  answer(bytes: number): number;
  answer_length(): number;
}

const scope = self as unknown as { onmessage: ((event: MessageEvent) => void) | null; postMessage(data: unknown): void };

async function load(): Promise<Exports> {
  const response = await fetch("/referee.wasm");
  if (!response.ok) throw new Error(`the referee could not be loaded: ${response.status} ${response.statusText}`);
  const { instance } = await WebAssembly.instantiate(await response.arrayBuffer(), {});
  return instance.exports as unknown as Exports;
}

const ready = load();

function answer(referee: Exports, line: string): string {
  const bytes = new TextEncoder().encode(line);
  const at = referee.reserve(bytes.length);
  new Uint8Array(referee.memory.buffer, at, bytes.length).set(bytes);
  const from = referee.answer(bytes.length);
  return new TextDecoder().decode(new Uint8Array(referee.memory.buffer, from, referee.answer_length()));
}

scope.onmessage = async (event: MessageEvent<{ id: number; line: string }>) => {
  const { id, line } = event.data;
  try {
    scope.postMessage({ id, line: answer(await ready, line) });
  } catch (why) {
    scope.postMessage({ id, failed: why instanceof Error ? why.message : String(why) });
  }
};
