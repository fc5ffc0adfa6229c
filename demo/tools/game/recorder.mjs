// A game is worked out once, in steps of 1/50 s, and kept: the cameras then
// look at it at any moment, also in slow motion.

export const STEP = 1 / 50;

/** Keeps what step(t) returns for every step of seconds. */
export function record(seconds, step) {
  const frames = [];
  for (let i = 0; i <= Math.round(seconds / STEP); i++) frames.push(step(i * STEP));
  return {
    seconds,
    /** The recorded moment nearest to t. */
    at: (t) => frames[Math.max(0, Math.min(frames.length - 1, Math.round(t / STEP)))],
  };
}
