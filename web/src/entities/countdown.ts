const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export interface Countdown {
  days: number;
  hours: number;
  minutes: number;
  seconds: number;
}

/** What remains until `ts`; null once it has passed. `now` in milliseconds. */
export function countdown(ts: number, now: number): Countdown | null {
  const left = ts * SECOND - now;
  if (left <= 0) return null;
  return {
    days: Math.floor(left / DAY),
    hours: Math.floor((left % DAY) / HOUR),
    minutes: Math.floor((left % HOUR) / MINUTE),
    seconds: Math.floor((left % MINUTE) / SECOND),
  };
}
