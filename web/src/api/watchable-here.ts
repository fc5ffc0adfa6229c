import { queryOptions } from '@tanstack/react-query';
import { get } from './client';
import type { WatchableHere } from './types';

/** What the viewer's place permits to watch instead of an event. Live games come and go while the page is open. */
export const watchableHereQuery = (id: number) =>
  queryOptions({
    queryKey: ['watchable-here', id],
    queryFn: ({ signal }) => get<WatchableHere>(`/events/${id}/watchable-here`, undefined, { signal }),
    staleTime: 15_000,
    refetchInterval: 30_000,
  });
