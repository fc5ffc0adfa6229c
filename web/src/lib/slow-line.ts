import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { tab } from './storage';

/** Below this many kbit/s a page waits with everything that the first picture does not need. */
const slowKbits = 1500;
/** Fewer bytes say nothing about a line: most came from the browser's cache. */
const fewestBytes = 50_000;
const remembered = 'line_kbits';

type Loaded = Pick<PerformanceResourceTiming, 'transferSize' | 'requestStart' | 'responseEnd'>;

/** How many kbit/s this page's files came with, those that overlap counted together; null where too few did. */
export function measuredSpeed(files: readonly Loaded[]): number | null {
  let bytes = 0;
  let busyMs = 0;
  let until = 0;
  const byStart = files.filter((file) => file.transferSize > 0).toSorted((a, b) => a.requestStart - b.requestStart);
  for (const { transferSize, requestStart, responseEnd } of byStart) {
    bytes += transferSize;
    busyMs += Math.max(0, responseEnd - Math.max(until, requestStart));
    until = Math.max(until, responseEnd);
  }
  return bytes < fewestBytes ? null : (bytes * 8) / Math.max(busyMs, 1);
}

/** The speed of the visitor's line in kbit/s: measured on this page, else by the player before, else as the browser says. */
export function lineSpeed(): number | null {
  const measured = measuredSpeed(performance.getEntriesByType('resource') as PerformanceResourceTiming[]);
  return measured ?? (Number(tab.load(remembered)) || statedSpeed());
}

/** Keeps what the player measured for the pages that this tab opens next. */
export function rememberSpeed(kbits: number): void {
  tab.save(remembered, Math.round(kbits));
}

/** Chromium alone says; never more than 10 Mbit/s. */
function statedSpeed(): number | null {
  const { connection } = navigator as Navigator & { connection?: { downlink?: number } };
  return connection?.downlink ? connection.downlink * 1000 : null;
}

/** What a page with a player loads beyond it waits, on a slow line, until the first picture is there or none will come. */
const longestMs = 30_000;

const store = createStore<{ awaited: boolean }>(() => ({ awaited: false }));
let timer: ReturnType<typeof setTimeout> | undefined;

/** Begins to wait, where the line is slow; elsewhere nothing waits, fonts included. */
export function awaitPicture(): void {
  if ((lineSpeed() ?? slowKbits) >= slowKbits) return stopAwaiting();
  clearTimeout(timer);
  timer = setTimeout(stopAwaiting, longestMs);
  store.setState({ awaited: true });
}

export function stopAwaiting(): void {
  clearTimeout(timer);
  // The server's pages with a player hold their fonts back.
  delete document.documentElement.dataset.fonts;
  store.setState({ awaited: false });
}

/** Whether the page waits for a first picture on a line that has no room for more. */
export function usePictureAwaited(): boolean {
  return useStore(store, (s) => s.awaited);
}

/** Calls once no picture is awaited any more. */
export function afterPicture(act: () => void): void {
  if (!store.getState().awaited) return act();
  const stop = store.subscribe(() => {
    stop();
    act();
  });
}
