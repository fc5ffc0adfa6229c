import { createStore, useStore } from 'zustand';
import { readCookies, writeCookie } from './cookie';
import { storageTtlMs } from './storage';

/** Whether this person wants to be told how games went, and the games they looked at all the same. */
interface SpoilerChoice {
  hidden: boolean;
  /** Ids of events whose score was asked for. They live as long as the page does. */
  revealed: ReadonlySet<number>;
}

const name = 'spoilers';

/**
 * The choice of this browser. It is a cookie, so that the server paints the next page by it; calls say it themselves, see
 * api/http.ts. What is kept per user comes and goes by lib/spoilers.ts.
 */
export const spoilerChoice = createStore<SpoilerChoice>(() => ({ hidden: isInCookie(), revealed: new Set() }));

export function useSpoilerChoice<T>(select: (choice: SpoilerChoice) => T): T {
  return useStore(spoilerChoice, select);
}

function isInCookie(): boolean {
  return readCookies().includes(`${name}=hide`);
}

/** Makes a choice. What was looked at under the one before is hidden again. */
export function chooseSpoilers(hidden: boolean): void {
  const life = hidden ? storageTtlMs / 1000 : 0;
  writeCookie(`${name}=${hidden ? 'hide' : ''};path=/;max-age=${life};samesite=lax`);
  spoilerChoice.setState({ hidden, revealed: new Set() });
}

/** Asks for the score of one game. */
export function reveal(id: number): void {
  spoilerChoice.setState(({ revealed }) => ({ revealed: new Set(revealed).add(id) }));
}

/** Hides again what one person looked at, for the next. */
export function forgetRevealed(): void {
  if (spoilerChoice.getState().revealed.size > 0) spoilerChoice.setState({ revealed: new Set() });
}

/** What calls say about spoilers: nothing to the people who want to know. */
export function spoilersAsked(): 'hide' | undefined {
  return spoilerChoice.getState().hidden ? 'hide' : undefined;
}

/** What the call about one event says besides, when its score was asked for. */
export function showAll(id: number): 'show' | undefined {
  return spoilerChoice.getState().revealed.has(id) ? 'show' : undefined;
}
