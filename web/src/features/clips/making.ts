import { statusOf } from '#/api/failure';
import type { Clip } from '#/api/types';
import { pause } from '#/lib/pause';

/** The time between two requests for a clip that is being made, and the longest wait for it. */
export const EVERY_MS = 2000;
const LONGEST_MS = 5 * 60_000;

/** What became of a clip that was asked for. */
export type Outcome =
  | { kind: 'success'; clip: Clip }
  | { kind: 'error' }
  /** It is still being made after the longest that it may take. */
  | { kind: 'late' }
  /** It was deleted meanwhile, or its maker has left. */
  | { kind: 'gone' };

type Ask = (signal: AbortSignal) => Promise<Clip>;

/**
 * Waits until a clip is made, or is not. A failed ask says nothing of the clip, so it is repeated; one that the server refuses
 * ends the wait.
 */
export async function outcomeOf(ask: Ask, signal: AbortSignal): Promise<Outcome> {
  for (let waited = 0; waited < LONGEST_MS; waited += EVERY_MS) {
    await pause(EVERY_MS, signal);
    if (signal.aborted) return { kind: 'gone' };
    const step = await ask(signal).then(judge, refusal);
    if (step) return step;
  }
  return { kind: 'late' };
}

function judge(clip: Clip): Outcome | null {
  if (clip.status === 'processing') return null;
  return clip.status === 'success' ? { kind: 'success', clip } : { kind: 'error' };
}

function refusal(error: unknown): Outcome | null {
  return [401, 403, 404].includes(statusOf(error)) ? { kind: 'gone' } : null;
}
