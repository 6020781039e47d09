// The referee in the page: Web Workers with the same engine as the server. Ask, and the promise is its answer.
import type { Answering, Error as Fault } from "../generated/referee-answer";
import { changes, Overtaken, type Question } from "./queue";

export { Overtaken } from "./queue";

/** What the referee answers when it does not do as asked. */
export class Refused extends Error {
  constructor(readonly fault: Fault) {
    super(fault.message);
  }
}

/** The referee was closed before it answered. */
export class Closed extends Error {
  constructor() {
    super("the referee was closed");
  }
}

/** Carries lines to a referee and its answers back. */
export interface Wire {
  send(line: string, kind: string): Promise<string>;
  close(): void;
}

/** Questions that take long: they have a referee of their own, so that no preview waits for them. How far a unit goes, asked alone, is a preview. */
const LONG = new Set(["options", "reach", "advice", "luck", "hello"]);

/** A referee with one battle; with a second wire there are two of one mind. */
export class Referee {
  constructor(
    private readonly quick: Wire,
    private readonly long: Wire = quick,
  ) {}

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
    const [line, kind] = [JSON.stringify(question), String(question.do)];
    if (LONG.has(kind) && !(kind === "reach" && question.bare)) return this.long.send(line, kind);
    // Both go through every change, in the same order and with the same dice. If the second has stopped, what it is asked says so.
    if (changes(question) && this.long !== this.quick) this.long.send(line, kind).catch(() => {});
    return this.quick.send(line, kind);
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

/** What a worker says: the answer to a line, or why there is none; and when, in milliseconds since 1970. */
export interface Said {
  id: number;
  line?: string;
  overtaken?: boolean;
  failed?: string;
  at: number;
}

interface Asked {
  kind: string;
  start: number;
  resolve: (line: string) => void;
  reject: (why: Error) => void;
}

/** For the browser's own profiler and scripts/bench-previews: when a question was answered, and when the page heard of it. */
function measure(name: string, start: number, end: number): void {
  performance.measure(name, { start, end: Math.max(start, end) });
  performance.clearMeasures(name);
}

/** A wire to a worker of its own. */
class WorkerWire implements Wire {
  private readonly worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  private readonly waiting = new Map<number, Asked>();
  private readonly ready: Promise<void>;
  private closed = false;
  private next = 0;

  constructor() {
    this.worker.onmessage = (event: MessageEvent<Said>) => this.hear(event.data);
    this.worker.onerror = (event) => {
      for (const asked of this.waiting.values()) asked.reject(new Error(event.message));
      this.waiting.clear();
    };
    this.ready = program().then((module) => this.worker.postMessage({ module }));
    // Whoever asks hears of it.
    this.ready.catch(() => {});
  }

  send(line: string, kind: string): Promise<string> {
    const id = this.next++;
    return new Promise((resolve, reject) => {
      if (this.closed) return reject(new Closed());
      this.waiting.set(id, { kind, start: performance.now(), resolve, reject });
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
    // Nobody waits for an answer that does not come any more.
    for (const asked of this.waiting.values()) asked.reject(new Closed());
    this.waiting.clear();
  }

  private hear({ id, line, overtaken, failed, at }: Said): void {
    const asked = this.waiting.get(id);
    this.waiting.delete(id);
    if (!asked) return;
    if (line === undefined) return asked.reject(overtaken ? new Overtaken() : new Error(failed ?? "the referee in the page has stopped"));
    measure(`answered: ${asked.kind}`, asked.start, at - performance.timeOrigin);
    measure(`heard: ${asked.kind}`, asked.start, performance.now());
    asked.resolve(line);
  }
}

/** A new referee; who only looks back needs no second worker for long questions. */
export function connect(workers: 1 | 2 = 2): Referee {
  return workers === 1 ? new Referee(new WorkerWire()) : new Referee(new WorkerWire(), new WorkerWire());
}
