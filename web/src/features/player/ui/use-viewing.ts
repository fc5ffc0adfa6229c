import { useEffect, useRef } from 'react';
import type { Settings } from '#/api/types';
import { bus } from '#/lib/bus';
import { isMeasured } from '#/lib/measure/is-measured';
import type { Deck } from '../control/deck';
import type { Source } from '../control/source';
import { type Viewed, Viewing } from '../control/viewing';

/** Measures what is watched, where the channel measures and somebody said what it is. It has to come before it is opened. */
export function useViewing(deck: Deck, { item, live }: Source, viewed: Viewed | undefined, settings?: Settings): void {
  const latest = useRef({ viewed, live });
  latest.current = { viewed, live };
  const measured = viewed !== undefined && settings !== undefined && isMeasured(settings);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another item is another viewing
  useEffect(() => {
    const first = latest.current.viewed;
    if (!measured || !first) return;
    const viewing = new Viewing(() => ({ ...(latest.current.viewed ?? first), live: latest.current.live }));
    deck.quality = {
      session: viewing.id,
      content: `${first.stream_type}:${first.stream_id}`,
      tell: (data) => bus.emit('record', { event: 'cmcd', extras: { data } }),
    };
    const stop = new AbortController();
    const { signal } = stop;
    const tell = () => viewing.rest();
    const forget = deck.store.subscribe((state) => viewing.see(state));
    window.addEventListener('pagehide', tell, { signal });
    // A phone may end a page that is not looked at without a word.
    document.addEventListener('visibilitychange', () => document.hidden && tell(), { signal });
    return () => {
      tell();
      deck.quality = null;
      stop.abort();
      forget();
    };
  }, [deck, measured, item]);
}
