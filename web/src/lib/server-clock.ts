/** Below this a difference is the network, not a wrong clock. */
const noticeableMs = 2000;

/** Milliseconds to add to this device's clock to have the server's. */
let offset = 0;
let known = false;
/** The device's clock less the monotonic one when the offset was taken. It changes when the device's clock is set. */
let base = 0;

/** The server's time in milliseconds; this device's while no answer told it, or where both agree well enough. */
export function serverNow(): number {
  return Date.now() + (Math.abs(offset) > noticeableMs ? offset : 0);
}

/**
 * Takes the time at which the server sent an answer that was received at `at`. An answer from a cache tells an earlier
 * time, so the latest counts, until this device's clock is set.
 */
export function noteServerTime(sentMs: number, at = Date.now()): void {
  if (!Number.isFinite(sentMs)) return;
  const wasSet = Math.abs(Date.now() - performance.now() - base) > noticeableMs;
  const sample = sentMs - at;
  if (known && !wasSet && sample <= offset) return;
  [offset, known, base] = [sample, true, Date.now() - performance.now()];
}

/** Takes the server's time from the headers of this page, so that the first paint has it. */
export function notePageTime(): void {
  const page = performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming | undefined;
  if (!page?.transferSize) return; // from the browser's cache
  const told = page.serverTiming?.find(({ name }) => name === 'clock')?.description;
  if (told) noteServerTime(Number(told), performance.timeOrigin + page.responseStart);
}
