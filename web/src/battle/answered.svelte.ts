// An answer of the referee, with what it was asked about and when: it is shown for that alone.

/** What is looked at: a thing by its name, and the position it stands in. */
export interface Looked {
  about: string | null;
  /** Another after every order. */
  at: unknown;
}

function same(one: Looked, other: Looked): boolean {
  return one.about === other.about && one.at === other.at;
}

/** Nothing is shown of another thing, or of the position before an order, whenever its answer comes. */
export class Answered<T> {
  private got = $state.raw<{ of: Looked; whole: boolean; answer: T } | null>(null);

  constructor(private readonly now: () => Looked) {}

  /** The answer about what is looked at now, if it has come. */
  get shown(): T | null {
    const { got } = this;
    return got && got.of.about !== null && same(got.of, this.now()) ? got.answer : null;
  }

  /** Takes an answer when it comes, if it is still wanted; a part of it (`whole` is false) never in place of the whole. Says whether it was taken. */
  async take(coming: Promise<T | null>, whole = true): Promise<boolean> {
    const of = this.now();
    const answer = await coming.catch(() => null);
    if (answer === null || !same(of, this.now())) return false;
    if (!whole && this.got?.whole && same(this.got.of, of)) return false;
    this.got = { of, whole, answer };
    return true;
  }
}
