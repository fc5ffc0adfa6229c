import type { QueryClient } from '@tanstack/react-query';
import { keys } from '#/api/keys';
import type { Standing } from '#/api/types';
import { statusDiffers } from '#/entities/standing';
import { renew } from './renew';
import { session } from './session';
import { spoilerChoice, spoilersAsked } from './spoiler-choice';
import { applyStandings, catchUp } from './standings';

/** Waits between tries to come back, doubled each time; half of each is left to chance, so that not all come at once. */
const firstWaitMs = 1_000;
const longestWaitMs = 30_000;
/** After this long without the feed more may have changed than it tells. */
const longGapMs = 5 * 60_000;
/** Lists are asked again after a status changed, within this time: not everybody at once. */
const spreadMs = 1_500;

/**
 * Follows the channel's scores and statuses while the page is in sight: one connection per page, whatever is on it. Where
 * it cannot be had, the page goes on asking as it does anyway. Returns the way to stop.
 */
export function followLive(client: QueryClient): () => void {
  if (typeof EventSource === 'undefined') return () => undefined;
  const feed = new LiveFeed(client);
  const stops = [
    catchUp(client, feed.known),
    session.subscribe(() => feed.reopen()),
    spoilerChoice.subscribe(() => feed.reopen()),
  ];
  const look = () => (document.visibilityState === 'visible' ? feed.open() : feed.close());
  document.addEventListener('visibilitychange', look);
  look();
  return () => {
    document.removeEventListener('visibilitychange', look);
    for (const stop of stops) stop();
    feed.close();
  };
}

class LiveFeed {
  readonly #client: QueryClient;
  /** The last that was told of each event. */
  readonly known = new Map<number, Standing>();
  #source: EventSource | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #renewal: ReturnType<typeof setTimeout> | undefined;
  #waitMs = firstWaitMs;
  #lost: number | null = null;

  constructor(client: QueryClient) {
    this.#client = client;
  }

  open(): void {
    if (this.#source) return;
    clearTimeout(this.#timer);
    const apiKey = keys.api();
    // Without a key there is one on its way, or nothing works anyway.
    if (!apiKey) return this.#openLater();
    const query = new URLSearchParams({ api_key: apiKey });
    const spoilers = spoilersAsked();
    if (spoilers) query.set('spoilers', spoilers);
    const source = new EventSource(`${keys.apiBase()}/live-feed?${query.toString()}`);
    this.#source = source;
    let whole = true;
    source.addEventListener('events', ({ data }: MessageEvent<string>) => {
      this.#take(JSON.parse(data) as { events: Standing[] }, whole);
      whole = false;
    });
    source.addEventListener('open', () => this.#begin());
    source.addEventListener('error', () => {
      this.close();
      this.#openLater();
    });
  }

  /** Closes the feed; what is known of it may be old when it opens again. */
  close(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#renewal);
    if (!this.#source) return;
    this.#source.close();
    this.#source = null;
    this.#lost ??= Date.now();
  }

  /** Opens it anew for another person, or with another choice about spoilers. */
  reopen(): void {
    const wasOpen = this.#source !== null;
    this.close();
    if (wasOpen) this.open();
  }

  #openLater(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.open(), this.#waitMs * (0.5 + Math.random() / 2));
    this.#waitMs = Math.min(this.#waitMs * 2, longestWaitMs);
  }

  #begin(): void {
    this.#waitMs = firstWaitMs;
    if (this.#lost !== null && Date.now() - this.#lost > longGapMs) this.#renewLists();
    this.#lost = null;
  }

  #take({ events }: { events: Standing[] }, whole: boolean): void {
    const moved = events.filter((event) => {
      const before = this.known.get(event.id);
      return before ? statusDiffers(before, event) : !whole;
    });
    for (const event of events) this.known.set(event.id, event);
    applyStandings(this.#client, events);
    if (moved.length === 0) return;
    // Where an event is listed follows its status, and its media come and go with it.
    this.#renewLists();
    for (const { id } of moved) void renew(this.#client, { queryKey: ['event', id] });
  }

  #renewLists(): void {
    clearTimeout(this.#renewal);
    this.#renewal = setTimeout(() => {
      void renew(this.#client, { queryKey: ['events'] });
      void renew(this.#client, { queryKey: ['events-for-homepage'] });
    }, Math.random() * spreadMs);
  }
}
