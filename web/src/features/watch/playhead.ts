import { createContext, useContext } from 'react';
import { createStore, type StoreApi, useStore } from 'zustand';
import type { EventDetail, Score } from '#/api/types';
import { publicScore, scoreAt } from './logic/scores';

interface Playhead {
  /** Wall-clock second of the picture on screen, epoch milliseconds; null while nothing is shown. */
  at: number | null;
}

export type PlayheadStore = StoreApi<Playhead>;

export function createPlayhead(): PlayheadStore {
  return createStore<Playhead>(() => ({ at: null }));
}

export const PlayheadContext = createContext<PlayheadStore>(createPlayhead());

export function usePlayhead<T>(select: (at: number | null) => T): T {
  return useStore(useContext(PlayheadContext), ({ at }) => select(at));
}

/**
 * The score to show beside the picture. Whoever watches sees the score of their playhead, never a later one; whoever does
 * not sees what the lists show.
 */
export function useScore(event: EventDetail, watching: boolean): Score | null {
  const followed = usePlayhead((at) => scoreAt(event.scores, at));
  return watching ? followed : publicScore(event);
}
