import { useCallback, useEffect, useRef, useState } from 'react';
import { Place, type Standing } from './place';

/** The player's place for an event; `held` at once where screens are not counted. */
export function usePlace(eventId: number, counted: boolean): { standing: Standing; insist: () => Promise<void> } {
  const [standing, setStanding] = useState<Standing>(counted ? 'asking' : 'held');
  const place = useRef<Place | null>(null);
  // What plays already goes on while a place is asked for.
  const first = useRef<Standing>(standing);
  useEffect(() => {
    if (!counted) return;
    const open = () => {
      const mine = new Place(eventId, first.current, setStanding);
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
  }, [eventId, counted]);
  const insist = useCallback(async () => place.current?.insist(), []);
  return { standing: counted ? standing : 'held', insist };
}
