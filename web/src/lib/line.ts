import { failureOf, hasCode } from '#/api/failure';
import { pause } from '#/lib/pause';

/** How often somebody is sent to the end of the line before they are told that it does not move. */
const longest = 5;

/**
 * Makes a call that the server may be too busy for, and makes it again when the server says that it may: nothing was
 * done the time before. `onWait` hears how long that is; a signal ends it.
 */
export async function inLine<T>(call: () => Promise<T>, onWait: (ms: number) => void, signal: AbortSignal): Promise<T> {
  for (let times = 1; ; times++) {
    try {
      return await call();
    } catch (error) {
      const again = hasCode(error, 'overloaded') ? whenAgain(error) : null;
      if (again === null || times > longest || signal.aborted) throw error;
      onWait(again);
      await pause(again, signal);
      if (signal.aborted) throw error;
    }
  }
}

function whenAgain(error: unknown): number | null {
  const failure = failureOf(error);
  return failure?.kind === 'problem' ? failure.retryAfterMs : null;
}
