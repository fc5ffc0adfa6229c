import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { getPage } from './client';
import type { EventSummary } from './types';

/** Most events in a row of favourites. */
const inRail = 12;

/** What is live or to come of favourites, by `favouritesAsked`. */
export const favouriteEventsQuery = (favorites: string) =>
  queryOptions({
    queryKey: ['events', { favorites, of: 'home' }],
    queryFn: ({ signal }) =>
      getPage<EventSummary>(
        '/events',
        { favorites, stream_status: 'live,upcoming', sort_field: 'date', sort_direction: 'asc', limit: inRail },
        { signal },
      ),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
