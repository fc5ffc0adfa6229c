import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { get } from '#/api/client';
import type { EventDetail, Moment, Moments } from '#/api/types';
import { showAll } from '#/lib/spoiler-choice';

/** Everybody hears of a change at once, and asks within this time of it: what was tagged is there within three seconds. */
const soonestMs = 300;
const latestMs = 1500;
const none: readonly Moment[] = [];

/**
 * The key moments of an event, asked for again whenever the event says that they changed, and until the answer is as new as
 * that.
 */
export function useMoments({ id, moments: wanted, score_hidden: hidden }: EventDetail): readonly Moment[] {
  const [pace] = useState(() => soonestMs + Math.random() * (latestMs - soonestMs));
  const { data } = useQuery({
    queryKey: ['moments', id],
    queryFn: ({ signal }) => get<Moments>(`/events/${id}/moments`, { spoilers: showAll(id) }, { signal }),
    enabled: wanted > 0 && !hidden,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) => (state.data && state.data.revision < wanted ? pace : false),
  });
  return hidden ? none : (data?.moments ?? none);
}
