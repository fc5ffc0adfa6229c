import { serverNow } from '#/lib/server-clock';
import { joinPlan, type Left } from '../logic/resume';
import { leftAt, savePosition } from './memory';
import type { Source } from './source';
import type { PlayerState } from './state';

/** Where what is watched was left, from one visit to the next. */
export interface Places {
  left(item: string): Left | undefined;
  /** Keeps a place, or forgets it where a return begins anew; `now` is said where it may be the last word. */
  keep(item: string, left: Left, live: boolean, now: boolean): void;
}

/** What only this browser knows. */
export const inThisBrowser: Places = { left: leftAt, keep: savePosition };

const EVERY_MS = 5000;

/** Keeps where a viewer is in what is played, and says where they begin. */
export class Keeper {
  places: Places = inThisBrowser;
  #left: Left | undefined;
  #planned = false;
  #keptAt = 0;

  /** Where a source begins by itself, in seconds; null for the live position or the beginning. */
  open({ item, live, at, stretch }: Source): number | null {
    this.#left = stretch ? undefined : this.places.left(item);
    this.#planned = false;
    if (stretch) return stretch.from;
    // A place may be known of what does not tell how long it is.
    const length = this.#left?.of || Number.POSITIVE_INFINITY;
    const { begin, resumeAt } = joinPlan({ live, length, left: this.#left });
    return at ?? (begin === 'resume' ? resumeAt : null);
  }

  /** Once the length is known: what else playback could have begun at. Null when there is nothing new to say. */
  plan({ at, stretch }: Source, { span, live }: PlayerState): Partial<PlayerState> | null {
    const length = span.end - span.start;
    if (this.#planned || length <= 0) return null;
    this.#planned = true;
    return at !== undefined || stretch ? { begin: 'start', offers: [] } : joinPlan({ live, length, left: this.#left });
  }

  /** Keeps the place while it plays, every few seconds. */
  tick(source: Source, state: PlayerState): void {
    if (performance.now() - this.#keptAt > EVERY_MS) this.keep(source, state, false);
  }

  keep(source: Source | null, state: PlayerState, now = true): void {
    const { begun, span, position, live } = state;
    if (!source || source.stretch || !begun || span.end <= span.start) return;
    this.#keptAt = performance.now();
    const left = { at: position - span.start, of: lengthOf(state), saved: serverNow() };
    this.places.keep(source.item, left, live, now);
  }
}

/** How long it is as far as may be told: 0 for what hides its end, until that is reached. */
function lengthOf({ span, position, hidesEnd, live, phase }: PlayerState): number {
  if (!hidesEnd || live) return span.end - span.start;
  return phase === 'complete' ? position - span.start : 0;
}
