import type { BusEvents } from './bus';

/** Something for analytics, as it was told. */
export type Fact = { record: BusEvents['record'] } | { viewing: BusEvents['viewing'] };

/**
 * Keeps what is told before the sender is there, which is loaded after the first paint. Of more than it holds, the oldest are
 * forgotten.
 */
export class Facts {
  readonly #most: number;
  #kept: Fact[] = [];
  #take: ((fact: Fact) => void) | null = null;

  constructor(most: number) {
    this.#most = most;
  }

  add(fact: Fact): void {
    if (this.#take) {
      this.#take(fact);
      return;
    }
    this.#kept.push(fact);
    if (this.#kept.length > this.#most) this.#kept.shift();
  }

  /** Everything kept so far goes to `take`, and what comes from now on. */
  handOver(take: (fact: Fact) => void): void {
    const kept = this.#kept;
    this.#kept = [];
    this.#take = take;
    for (const fact of kept) take(fact);
  }
}
