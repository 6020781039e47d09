// What waits for a referee, in his worker. One line at a time is under way, so that what a cursor asks need not stand behind what can wait.

/** What a line asks for: `do`, and the rest. */
export type Question = Record<string, unknown>;

/** Nobody needs the answer any more: the battle has gone on, or the same was asked of something else. */
export class Overtaken extends Error {
  constructor() {
    super("another question has come instead");
  }
}

/** These change the battle: whatever was asked before is answered before, whatever after, after. */
const CHANGES = new Set(["start", "load", "set", "apply", "undo"]);
/** Only the newest of these is answered. */
const NEWEST = new Set(["reach", "threats", "advice"]);
/** These are of no use when the battle has gone on. */
const PASSING = new Set([...NEWEST, "odds"]);
/** What follows the cursor goes first, then what is looked at, then what can wait. */
const RANKS: Record<string, number> = { steer: 0, asked: 1, card: 1, check: 1, odds: 1, sight: 1, view: 1, threats: 2 };
const LAST = 3;

/** Does a question change the battle? */
export function changes(question: Question): boolean {
  return CHANGES.has(String(question.do));
}

interface Waiting {
  question: Question;
  line: string;
  resolve: (line: string) => void;
  reject: (why: unknown) => void;
}

/** Sends the most urgent question first, and none that is overtaken. */
export class Queue {
  private waiting: Waiting[] = [];
  private busy = false;

  /** `turn` lets questions in that have come meanwhile: a more urgent one may be among them. */
  constructor(
    private readonly answer: (line: string) => Promise<string>,
    private readonly turn: () => Promise<void> = async () => {},
  ) {}

  /** The answer to a line, as it comes. */
  ask(line: string): Promise<string> {
    const question = JSON.parse(line) as Question;
    const kind = String(question.do);
    if (NEWEST.has(kind)) this.drop((other) => other.do === kind && other.bare === question.bare);
    if (changes(question)) this.drop((other) => PASSING.has(String(other.do)));
    return new Promise((resolve, reject) => {
      this.waiting.push({ question, line, resolve, reject });
      void this.run();
    });
  }

  private drop(which: (question: Question) => boolean): void {
    const dropped = this.waiting.filter((one) => which(one.question));
    this.waiting = this.waiting.filter((one) => !dropped.includes(one));
    for (const one of dropped) one.reject(new Overtaken());
  }

  private async run(): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    while (this.waiting.length) {
      await this.turn();
      const one = this.first();
      if (!one) continue;
      this.waiting.splice(this.waiting.indexOf(one), 1);
      await this.answer(one.line).then(one.resolve, one.reject);
    }
    this.busy = false;
  }

  /** The most urgent of those before the next change, the oldest if they are equal. */
  private first(): Waiting | undefined {
    const change = this.waiting.findIndex((one) => changes(one.question));
    if (change === 0) return this.waiting[0];
    const open = change < 0 ? this.waiting : this.waiting.slice(0, change);
    const rank = (one: Waiting) => RANKS[String(one.question.do)] ?? LAST;
    return open.reduce<Waiting | undefined>((best, one) => (best && rank(best) <= rank(one) ? best : one), undefined);
  }
}
