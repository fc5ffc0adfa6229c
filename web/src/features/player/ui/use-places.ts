import { useEffect, useState } from 'react';
import { listPositions } from '#/api/positions';
import type { Position } from '#/api/types';
import { useUser } from '#/lib/session';
import { inThisBrowser, type Places } from '../control/keeper';
import { UserPlaces } from '../control/user-places';

/** How long playback waits to learn where its user left it on another device. */
const WAIT_MS = 2000;

interface Settled {
  user: number;
  places: Places;
}

/**
 * Where places of who watches are kept: a user's by the server, a visitor's in this browser. Null until a user's are known,
 * but for who logs in while they watch. Nobody's are asked for where none is kept.
 */
export function usePlaces(kept: boolean): Places | null {
  const id = useUser()?.id ?? null;
  const user = kept ? id : null;
  const [asVisitor] = useState(user === null);
  const [settled, setSettled] = useState<Settled | null>(null);
  useEffect(() => {
    if (user === null) return;
    let over = false;
    const settle = (positions: readonly Position[]) => {
      if (!over) setSettled({ user, places: new UserPlaces(positions) });
      over = true;
    };
    const timer = setTimeout(() => settle([]), WAIT_MS);
    listPositions().then(settle, () => settle([]));
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [user]);
  if (settled && settled.user === user) return settled.places;
  return user === null || asVisitor || settled ? inThisBrowser : null;
}
