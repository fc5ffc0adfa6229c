// The game clock and the score, as functions of the time in a video.

/** '8:56' of so many seconds. */
export const mmss = (s) => `${Math.floor(s / 60)}:${String(Math.floor(s % 60)).padStart(2, '0')}`;

/** Seconds of play that lie before t, given the stretches during which the clock runs. */
export function played(runs, t) {
  return runs.reduce((sum, [a, b]) => sum + Math.max(0, Math.min(t, b) - a), 0);
}

/** The score at t: start plus every goal before it. */
export function scoreAt(start, goals, t) {
  const s = { ...start };
  for (const g of goals) if (t >= g.t) s[g.team] += g.points ?? 1;
  return s;
}

/** The last goal before t, and how long ago. */
export function lastGoal(goals, t) {
  const g = goals.filter((x) => t >= x.t).at(-1);
  return g && { ...g, age: t - g.t };
}

/**
 * The timeline a server follows: one mark for every change of score or of the
 * shown clock, and one for every moment.
 */
export function timeline(seconds, state, moments) {
  const marks = [];
  let before = '';
  for (let t = 0; t < seconds; t += 0.04) {
    const s = state(t);
    const key = JSON.stringify(s);
    if (key !== before) marks.push({ at_s: Math.round(t * 100) / 100, ...s });
    before = key;
  }
  for (const m of moments) {
    const { t, ...moment } = m;
    const at = Math.round(t * 100) / 100;
    marks.push({ at_s: at, ...state(t + 0.001), moment });
  }
  return marks.sort((a, b) => a.at_s - b.at_s);
}
