import type { Groups, Stream } from '#/api/analytics';

/** The events that the app reports to analytics. The consent bar says for each that it is counted without consent, too. */
export type AnalyticsEvent = 'visit_page' | 'login' | 'purchase' | 'api_request' | 'api_key_error' | 'cmcd';

/** Things that lower layers announce and the app shows or records. */
export interface BusEvents {
  /** A call flagged for it crashed (`crash`), or the server throttles this visitor (`throttled`). */
  global_error: 'crash' | 'throttled';
  /** The server no longer knows this user. */
  unauthenticated: undefined;
  /** The user logged out. */
  logged_out: undefined;
  /** No api key can be had: nothing works until there is one. */
  api_key_error: undefined;
  /** Something for analytics. */
  record: { event: AnalyticsEvent; extras: Record<string, unknown> };
  /** A step of somebody's watching, or how many seconds of it were watched since this was last told. */
  viewing: { view: string; stream: Stream & Groups } & ({ event: string } | { seconds: number });
}

type Listener<T> = (payload: T) => void;

export class Bus<Events> {
  readonly #listeners = new Map<keyof Events, Set<Listener<never>>>();

  /** Listens until the returned function is called. */
  on<K extends keyof Events>(name: K, listener: Listener<Events[K]>): () => void {
    const set = this.#listeners.get(name) ?? new Set();
    set.add(listener);
    this.#listeners.set(name, set);
    return () => set.delete(listener);
  }

  emit<K extends keyof Events>(name: K, payload: Events[K]): void {
    for (const listener of this.#listeners.get(name) ?? []) (listener as Listener<Events[K]>)(payload);
  }
}

export const bus = new Bus<BusEvents>();
