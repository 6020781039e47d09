// The referee in the page: a Web Worker with the same engine as the server. Ask, and the promise is its answer.
import type { Answering, Error as Fault } from "../generated/referee-answer";

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

/** Carries lines to a referee and its answers back, in order. */
export interface Wire {
  send(line: string): Promise<string>;
  close(): void;
}

/** A referee with one battle. */
export class Referee {
  constructor(private readonly wire: Wire) {}

  /** Asks; a refusal is thrown. */
  async ask<T>(request: Record<string, unknown>): Promise<T> {
    const answer = JSON.parse(await this.wire.send(JSON.stringify(request))) as Answering;
    if ("error" in answer) throw new Refused(answer.error as Fault);
    return answer as T;
  }

  close(): void {
    this.wire.close();
  }
}

/** A wire to a worker of its own. */
class WorkerWire implements Wire {
  private readonly worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  private readonly waiting = new Map<number, { resolve: (line: string) => void; reject: (why: Error) => void }>();
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
  }

  send(line: string): Promise<string> {
    const id = this.next++;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.worker.postMessage({ id, line });
    });
  }

  close(): void {
    this.worker.terminate();
    // Nobody waits for an answer that does not come any more.
    for (const asked of this.waiting.values()) asked.reject(new Closed());
    this.waiting.clear();
  }
}

/** A new referee. */
export function connect(): Referee {
  return new Referee(new WorkerWire());
}
