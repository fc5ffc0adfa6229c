import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { getPage } from './client';
import type { EventSummary } from './types';

/** What a list of favourites asks for of a user. */
export const ownFavourites = '1';
/** Most events in a row of favourites. */
const inRail = 12;

/** What is live or to come of favourites, by `favouritesAsked`: a user's are kept by the server, a visitor's are named. */
export const favouriteEventsQuery = (favorites: string) =>
  queryOptions({
    queryKey: ['events', { favorites, of: 'home' }],
    queryFn: ({ signal }) =>
      getPage<EventSummary>(
        favorites === ownFavourites ? '/events/favorite' : '/events',
        {
          ...(favorites !== ownFavourites && { favorites }),
          stream_status: 'live,upcoming',
          sort_field: 'date',
          sort_direction: 'asc',
          limit: inRail,
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
