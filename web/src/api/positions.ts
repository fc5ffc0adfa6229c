import { get } from './client';
import { keys } from './keys';
import type { Position } from './types';

/** What is told of where a user is in what they watch. */
export interface Telling {
  type: Position['type'];
  item_id: number;
  /** Seconds. */
  position: number;
  /** Seconds; 0 where it is not known, or must not be told. */
  duration: number;
  live: boolean;
}

/** Where the user stopped watching, on all devices, latest first. */
export const listPositions = (): Promise<Position[]> => get<Position[]>('/positions');

/** Tells where the user is, also while the page goes away. Nobody waits for the answer: what is not kept is told again. */
export function keepPosition(telling: Telling): void {
  const body = JSON.stringify({ ...telling, api_key: keys.api() });
  navigator.sendBeacon(`${keys.apiBase()}/positions`, new Blob([body], { type: 'application/json' }));
}
