// What this browser keeps: the seats of one's battles, settings, bookmarks.
import type { Pace, Speed } from "../battle/pacing";

/** A battle that this browser has seats in. */
export interface Kept {
  id: string;
  title: string;
  scenario: string;
  /** Tokens of the seats, first and second. */
  tokens: (string | null)[];
  /** The link of an open seat, to send again. */
  invitation?: string;
  at: number;
}

export interface Settings {
  dice: boolean;
  pace: Pace;
  guard: boolean;
  /** Go on by itself when there is nothing to do. */
  auto: boolean;
  /** Tell why the machine does what it does while it is still played against. */
  thoughts: boolean;
  /** How fast a replay runs. */
  speed: Speed;
  /** How a briefing is read is told in it. */
  how: boolean;
  /** The reasons of every entry of the log are open. */
  reasons: boolean;
  /** The log and the order of battle are folded, for a larger table. */
  foldLog: boolean;
  foldRoster: boolean;
  layers: Record<string, boolean>;
}

const FRESH: Settings = {
  dice: true,
  pace: "normal",
  guard: true,
  auto: true,
  thoughts: false,
  speed: 1,
  how: true,
  reasons: false,
  foldLog: false,
  foldRoster: false,
  layers: { ground: true, labels: true, keys: true, ranges: true, command: false, zones: false },
};

/** Reads a value that may be missing or broken. */
export function read<T>(store: Pick<Storage, "getItem">, key: string, otherwise: T): T {
  try {
    const value = store.getItem(key);
    return value === null ? otherwise : (JSON.parse(value) as T);
  } catch {
    return otherwise;
  }
}

/** A list with a battle put first, its seats joined with those known before. */
export function joined(all: Kept[], one: Kept): Kept[] {
  const before = all.find((kept) => kept.id === one.id);
  const tokens = one.tokens.map((token, side) => token ?? before?.tokens[side] ?? null);
  const invitation = one.invitation ?? before?.invitation;
  return [{ ...before, ...one, tokens, ...(invitation ? { invitation } : {}) }, ...all.filter((kept) => kept.id !== one.id)].slice(0, 60);
}

class Keep {
  battles = $state<Kept[]>(read(localStorage, "dq-battles", [] as Kept[]));
  settings = $state<Settings>({ ...FRESH, ...read(localStorage, "dq-settings", {} as Partial<Settings>) });

  remember(one: Kept) {
    this.battles = joined(this.battles, one);
    this.write("dq-battles", this.battles);
  }

  forget(id: string) {
    this.battles = this.battles.filter((kept) => kept.id !== id);
    this.write("dq-battles", this.battles);
  }

  seat(id: string): Kept | undefined {
    return this.battles.find((kept) => kept.id === id);
  }

  set(settings: Partial<Settings>) {
    this.settings = { ...this.settings, ...settings };
    this.write("dq-settings", this.settings);
  }

  layer(name: string, on: boolean) {
    this.set({ layers: { ...this.settings.layers, [name]: on } });
  }

  bookmarks(id: string): number[] {
    return read(localStorage, `dq-marks-${id}`, [] as number[]);
  }

  mark(id: string, marks: number[]) {
    this.write(`dq-marks-${id}`, marks);
  }

  private write(key: string, value: unknown) {
    try {
      localStorage.setItem(key, JSON.stringify(value));
    } catch {
      // A browser that keeps nothing still plays.
    }
  }
}

export const keep = new Keep();

/** Whether things may move on the screen. */
export function calm(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
