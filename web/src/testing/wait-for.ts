import { vi } from 'vitest';

/** Milliseconds that a test waits for a condition. A busy machine may take long, and a green test never waits that long. */
export const patience = 30_000;

/** Waits until the condition throws no longer. Vitest's own waitFor gives up after one second. */
export function waitFor<T>(condition: () => T | Promise<T>): Promise<T> {
  // oxlint-disable-next-line no-restricted-properties -- every other test waits by this function
  return vi.waitFor(condition, { timeout: patience });
}
