import { useCallback, useEffect, useRef, useState } from 'react';
import type { LeasedMedium } from '#/api/types';
import { Place, type Standing } from './place';

export interface PlaceState {
  standing: Standing;
  /** The media at the addresses of this player. */
  media: readonly LeasedMedium[];
  insist: () => Promise<void>;
  renew: () => void;
}

const noMedia: readonly LeasedMedium[] = [];

/** The player's place for an event or a video; `held` at once where screens are not counted. */
export function usePlace(eventId: number, itemId: number, counted: boolean): PlaceState {
  const [media, setMedia] = useState(noMedia);
  const [standing, setStanding] = useState<Standing>(counted ? 'asking' : 'held');
  const place = useRef<Place | null>(null);
  // What plays already goes on while a place is asked for.
  const first = useRef<Standing>(standing);
  useEffect(() => {
    if (!counted) return;
    const open = () => {
      const mine = new Place(
        itemId ? { vod_item_id: itemId } : { event_id: eventId },
        first.current,
        setStanding,
        setMedia,
      );
      first.current = 'asking';
      place.current = mine;
      mine.open();
    };
    const close = () => {
      place.current?.close();
      place.current = null;
    };
    // A page that the browser brings back from its memory was closed before.
    const back = (event: PageTransitionEvent) => {
      if (event.persisted) open();
    };
    open();
    window.addEventListener('pagehide', close);
    window.addEventListener('pageshow', back);
    return () => {
      close();
      window.removeEventListener('pagehide', close);
      window.removeEventListener('pageshow', back);
    };
  }, [eventId, itemId, counted]);
  const insist = useCallback(async () => place.current?.insist(), []);
  const renew = useCallback(() => place.current?.renew(), []);
  return { standing: counted ? standing : 'held', media, insist, renew };
}
