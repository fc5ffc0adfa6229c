import { keepPosition } from '#/api/positions';
import type { Position } from '#/api/types';
import { beginsAnew, type Left } from '../logic/resume';
import type { Places } from './keeper';
import { forgetPosition, leftAt } from './memory';

/** How often the server is told while something plays. */
const EVERY_MS = 12_000;
const VIDEO = 'v';

/** What a player calls a part of a video, of which there is more than one kind. */
export const itemOfPart = (id: number): string => `${VIDEO}${id}`;

function subjectOf(item: string): Pick<Position, 'type' | 'item_id'> {
  if (item.startsWith(VIDEO)) return { type: 'vod', item_id: Number(item.slice(VIDEO.length)) };
  return { type: 'event', item_id: Number(item) };
}

function leftOf({ position, duration, saved_at }: Position): Left {
  return { at: position, of: duration ?? 0, saved: Date.parse(saved_at) };
}

/**
 * Where a user left what they watched, on any of their devices: kept by the server, told every few seconds and at once when it
 * may be the last word. What they watched in this browser before they logged in counts too, until it is told.
 */
export class UserPlaces implements Places {
  readonly #known: Map<string, Left>;
  #toldAt = 0;
  #told = '';

  constructor(positions: readonly Position[]) {
    this.#known = new Map(
      positions.map((position) => [
        position.type === 'vod' ? itemOfPart(position.item_id) : String(position.item_id),
        leftOf(position),
      ]),
    );
  }

  left(item: string): Left | undefined {
    const [there, here] = [this.#known.get(item), leftAt(item)];
    return there && here ? (there.saved > here.saved ? there : here) : (there ?? here);
  }

  keep(item: string, left: Left, live: boolean, now: boolean): void {
    const [position, duration] = [Math.floor(left.at), Math.floor(left.of)];
    const told = `${item} ${position}`;
    if (told === this.#told) return;
    // Who leaves a game at its edge comes back to the edge: only where they left matters, for its recording.
    if (!now && (live || Date.now() - this.#toldAt < EVERY_MS)) return;
    this.#toldAt = Date.now();
    this.#told = told;
    if (beginsAnew(left, live)) this.#known.delete(item);
    else this.#known.set(item, left);
    forgetPosition(item);
    keepPosition({ ...subjectOf(item), position, duration, live });
  }
}
