import type { Groups, Stream } from '#/api/analytics';
import { bus } from '#/lib/bus';
import { uuid } from '#/lib/uuid';
import type { Phase } from '../logic/phase';
import type { PlayerState } from './state';

/** What analytics knows what is played by. */
export type Viewed = Omit<Stream, 'live'> & Groups;

/** Watched time is told each time this much has come together. */
const EVERY_MS = 30_000;

const ENDS: ReadonlySet<Phase> = new Set(['stop', 'complete', 'error']);

type Seen = Pick<PlayerState, 'phase' | 'position' | 'speed'>;

/**
 * One viewing: from when something is put into a player until something else is, or nothing. It tells the states it goes
 * through, and the time in which pictures really moved.
 */
export class Viewing {
  readonly id = uuid();
  readonly #stream: () => Stream & Groups;
  readonly #now: () => number;
  #seen: (Seen & { at: number }) | null = null;
  #playedMs = 0;

  constructor(stream: () => Stream & Groups, now: () => number = () => performance.now()) {
    this.#stream = stream;
    this.#now = now;
  }

  /** Takes note of the player's state; the more often, the finer. */
  see({ phase, position, speed }: Seen): void {
    const before = this.#seen;
    // An empty player has not begun yet.
    if (!before && phase === 'stop') return;
    const at = this.#now();
    if (before?.phase === 'play' && phase === 'play') this.#playedMs += moved(before, { position, speed, at });
    this.#seen = { phase, position, speed, at };
    if (this.#playedMs >= EVERY_MS) this.rest();
    if (phase === before?.phase) return;
    bus.emit('viewing', { view: this.id, stream: this.#stream(), event: phase });
    if (ENDS.has(phase)) this.rest();
  }

  /** Tells the whole seconds that were not told yet. */
  rest(): void {
    const seconds = Math.floor(this.#playedMs / 1000);
    if (seconds < 1) return;
    this.#playedMs -= seconds * 1000;
    bus.emit('viewing', { view: this.id, stream: this.#stream(), seconds });
  }
}

/** The time between two looks in which it played: never more than went by on the clock, nor than the pictures moved. */
function moved(before: Omit<Seen, 'phase'> & { at: number }, now: Omit<Seen, 'phase'> & { at: number }): number {
  const shown = ((now.position - before.position) * 1000) / (before.speed || 1);
  return Math.min(now.at - before.at, Math.max(0, shown));
}
