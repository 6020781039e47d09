// The referee in the page: Web Workers with the same engine as the server. Ask, and the promise is its answer.
import type { Answering, Error as Fault } from "../generated/referee-answer";
import { changes, Closed, Queue, type Question, type Wire } from "./queue";

export { Closed, Overtaken, type Wire } from "./queue";

/** What the referee answers when it does not do as asked. */
export class Refused extends Error {
  constructor(readonly fault: Fault) {
    super(fault.message);
  }
}

/** Questions that take long: they have a referee of their own, so that no preview waits for them. */
const LONG = new Set(["options", "reach", "advice", "luck", "hello"]);

/** A referee with one battle; with a second wire there are two of one mind. */
export class Referee {
  private readonly quick: Queue;
  private readonly long: Queue;

  constructor(quick: Wire, long?: Wire) {
    this.quick = new Queue(quick);
    this.long = long ? new Queue(long) : this.quick;
  }

  /** Asks; a refusal is thrown. */
  async ask<T>(question: Question): Promise<T> {
    const answer = JSON.parse(await this.send(question)) as Answering;
    if ("error" in answer) throw new Refused(answer.error as Fault);
    return answer as T;
  }

  close(): void {
    this.quick.close();
    if (this.long !== this.quick) this.long.close();
  }

  private send(question: Question): Promise<string> {
    if (LONG.has(String(question.do))) return this.long.ask(question);
    // Both go through every change, in the same order and with the same dice. If the second has stopped, what it is asked says so.
    if (changes(question) && this.long !== this.quick) this.long.ask(question).catch(() => {});
    return this.quick.ask(question);
  }
}

let compiled: Promise<WebAssembly.Module> | null = null;

/** The referee's program, fetched and compiled once for all workers. */
function program(): Promise<WebAssembly.Module> {
  compiled ??= fetched().catch((why: unknown) => {
    // The next one who wants it tries again.
    compiled = null;
    throw why;
  });
  return compiled;
}

async function fetched(): Promise<WebAssembly.Module> {
  const response = await fetch("/referee.wasm");
  if (!response.ok) throw new Error(`the referee could not be loaded: ${response.status} ${response.statusText}`);
  return WebAssembly.compileStreaming(response);
}

/** A wire to a worker of its own. */
class WorkerWire implements Wire {
  private readonly worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  private readonly waiting = new Map<number, { resolve: (line: string) => void; reject: (why: Error) => void }>();
  private readonly ready: Promise<void>;
  private closed = false;
  private next = 0;

  constructor() {
    this.worker.onmessage = (event: MessageEvent<{ id: number; line?: string; failed?: string }>) => {
      const { id, line, failed } = event.data;
      const asked = this.waiting.get(id);
      this.waiting.delete(id);
      if (line !== undefined) asked?.resolve(line);
      else asked?.reject(new Error(failed ?? "the referee in the page has stopped"));
    };
    this.worker.onerror = (event) => {
      for (const asked of this.waiting.values()) asked.reject(new Error(event.message));
      this.waiting.clear();
    };
    this.ready = program().then((module) => this.worker.postMessage({ module }));
    // Whoever asks hears of it.
    this.ready.catch(() => {});
  }

  send(line: string): Promise<string> {
    const id = this.next++;
    return new Promise((resolve, reject) => {
      if (this.closed) return reject(new Closed());
      this.waiting.set(id, { resolve, reject });
      this.ready.then(
        () => this.worker.postMessage({ id, line }),
        (why: Error) => {
          this.waiting.delete(id);
          reject(why);
        },
      );
    });
  }

  close(): void {
    this.closed = true;
    this.worker.terminate();
    for (const asked of this.waiting.values()) asked.reject(new Closed());
    this.waiting.clear();
  }
}

/** A new referee; who only looks back needs no second worker for long questions. */
export function connect(workers: 1 | 2 = 2): Referee {
  return workers === 1 ? new Referee(new WorkerWire()) : new Referee(new WorkerWire(), new WorkerWire());
}
