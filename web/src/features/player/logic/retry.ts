/** Retry pacing after network trouble. */

const FIRST_MS = 1000;
const LONGEST_MS = 8000;
/** Share of a delay that chance adds or takes, so that a crowd does not return in one moment. */
const JITTER = 0.25;
/** Attempts before a viewer is told: about 45 s of trouble. */
export const MAX_ATTEMPTS = 8;

/** Delay before attempt `n` (from 0) in milliseconds: doubling, bounded, spread. `random` is 0..1. */
export function retryDelay(n: number, random: number): number {
  const base = Math.min(FIRST_MS * 2 ** n, LONGEST_MS);
  return Math.round(base * (1 - JITTER + 2 * JITTER * random));
}
