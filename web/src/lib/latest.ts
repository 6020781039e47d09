// A cursor moves faster than answers come: only the newest place is asked for.

/** Calls one at a time; of those that come meanwhile only the last is called. */
export function latest<T>(call: (value: T) => Promise<void>): (value: T) => void {
  let busy = false;
  let next: { value: T } | null = null;
  const run = async (value: T) => {
    busy = true;
    try {
      await call(value);
    } finally {
      busy = false;
      const waiting = next;
      next = null;
      if (waiting) void run(waiting.value);
    }
  };
  return (value) => {
    if (busy) next = { value };
    else void run(value);
  };
}

/** Calls when nothing has come for so many milliseconds: a cursor that rests. */
export function rested<T>(call: (value: T) => void, wait: number): { (value: T): void; stop(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => clearTimeout(timer);
  const next = (value: T) => {
    stop();
    timer = setTimeout(() => call(value), wait);
  };
  return Object.assign(next, { stop });
}
