import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { eventQuery } from '#/api/queries';
import type { EventDetail } from '#/api/types';
import { status } from '#/entities/event';
import { serverNow } from '#/lib/server-clock';
import { nextSession, pollEvery, type Session, type View, viewOf } from './logic/view';

export interface Watch {
  event: EventDetail;
  view: View;
  /** What the player plays; null while nothing is to be played. */
  session: Session | null;
}

export type WatchState = { kind: 'pending' } | { kind: 'failed'; error: unknown } | { kind: 'ready'; watch: Watch };

/** The event of the page, followed while the page is open. */
export function useWatch(id: number): { state: WatchState; refetch: () => void } {
  const {
    data,
    error,
    refetch: ask,
  } = useQuery({
    ...eventQuery(id),
    refetchInterval: ({ state }) => (state.data ? nextPoll(state.data) : false),
    retryOnMount: false, // the route has just asked
    // Back from another tab, the page catches up at once.
    refetchOnWindowFocus: 'always',
  });
  // What is on its way is not asked for again: a player without a signature may ask faster than a slow network answers.
  const refetch = useCallback(() => void ask({ cancelRefetch: false }), [ask]);
  const view = useMemo(() => (data ? viewOf(data, serverNow()) : null), [data]);
  const [session, setSession] = useState<Session | null>(null);
  const next = view ? nextSession(session, id, view) : session;
  // Derived from the previous session, so it is settled while rendering: no frame shows the old one.
  if (next !== session) setSession(next);
  useStartOnTime(data, refetch);

  if (data && view) return { state: { kind: 'ready', watch: { event: data, view, session: next } }, refetch };
  if (error) return { state: { kind: 'failed', error }, refetch };
  return { state: { kind: 'pending' }, refetch };
}

/** The watch of an event that is not followed. */
export function watchOf(event: EventDetail): Watch {
  const view = viewOf(event, serverNow());
  return { event, view, session: nextSession(null, event.id, view) };
}

function nextPoll(event: EventDetail): number {
  return pollEvery(viewOf(event, serverNow()).kind, status(event) === 'live');
}

/** Asks again the moment the game is due, instead of with the next poll. */
function useStartOnTime(event: EventDetail | undefined, refetch: () => void): void {
  const waiting = event !== undefined && status(event) === 'upcoming';
  const startsAt = event ? event.event_utc_ts * 1000 : 0;
  useEffect(() => {
    const wait = startsAt - serverNow();
    // Timers hold no more than 2^31 ms; a game that far away is polled for anyway.
    if (!waiting || wait <= 0 || wait > 2 ** 31 - 1) return;
    const timer = setTimeout(refetch, wait);
    return () => clearTimeout(timer);
  }, [waiting, startsAt, refetch]);
}
