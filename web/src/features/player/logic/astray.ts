/** Detects that picture or sound is not loaded at the position of playback. */

export interface Astray {
  /** Since when a track has been loaded elsewhere, in monotonic milliseconds; null while none is. */
  since: number | null;
  /** Attempts to bring it back. */
  mended: number;
}

/** `realign` loads both tracks again at the position, `reopen` loads the source from scratch there. */
export type AstrayAction = 'none' | 'realign' | 'reopen';

/**
 * Milliseconds before each of the two attempts, so that both are made within three seconds. A request that was under way at
 * a seek may end first.
 */
const PATIENCE_MS = [1500, 1500];

export const together: Astray = { since: null, mended: 0 };

export function observeAstray(was: Astray, now: number, astray: boolean): { watch: Astray; action: AstrayAction } {
  if (!astray) return { watch: together, action: 'none' };
  if (was.since === null) return { watch: { ...was, since: now }, action: 'none' };
  const patience = PATIENCE_MS[was.mended];
  if (patience === undefined || now - was.since < patience) return { watch: was, action: 'none' };
  return { watch: { since: now, mended: was.mended + 1 }, action: was.mended === 0 ? 'realign' : 'reopen' };
}
