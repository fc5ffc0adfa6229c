import { useSyncExternalStore } from 'react';
import { serverNow } from '#/lib/server-clock';

const tickMs = 15_000;

/** One ticking clock for every label on the page, stopped while nobody looks at it. */
class Ticker {
  #now = serverNow();
  #timer: ReturnType<typeof setInterval> | undefined;
  readonly #listeners = new Set<() => void>();

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    this.#timer ??= setInterval(this.#tick, tickMs);
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      clearInterval(this.#timer);
      this.#timer = undefined;
    };
  };

  /** A reader that comes after a pause must not see the time at which the pause began. */
  read = (): number => {
    const real = serverNow();
    if (Math.abs(real - this.#now) >= tickMs) this.#now = real;
    return this.#now;
  };

  #tick = (): void => {
    this.#now = serverNow();
    for (const listener of this.#listeners) listener();
  };
}

const ticker = new Ticker();

/** The server's time in milliseconds, renewed every 15 s: enough for labels in minutes. */
export function useNow(): number {
  return useSyncExternalStore(ticker.subscribe, ticker.read);
}
