import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getPage } from '#/api/client';
import type { EventFilters, EventSummary, Page } from '#/api/types';
import { apiFilters, type ListScope } from '#/entities/event-filters';
import type { EventSearch } from '#/entities/event-search';
import { viewerZone } from '#/entities/zones';
import { useFavouritesAsked } from '#/lib/favourites';

const pageSize = 24;
const liveRefetchMs = 15_000;
const plannedRefetchMs = 60_000;

/** Pages of the events list by cursor. The first page brings the counts of every filter. */
export function eventListQuery(filters: EventFilters) {
  return infiniteQueryOptions({
    queryKey: ['events', 'list', filters],
    queryFn: ({ pageParam, signal }): Promise<Page<EventSummary>> =>
      getPage<EventSummary>(
        '/events',
        { ...filters, limit: pageSize, ...(pageParam ? { after: pageParam } : { facets: '1' as const }) },
        { crash: { on: ['5xx'] }, signal },
      ),
    initialPageParam: '',
    getNextPageParam: (last) => last.meta.next || undefined,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    refetchInterval: refreshEvery(filters.stream_status ?? ''),
  });
}

/** Recordings stay as they are; what is live or about to be changes by itself. */
function refreshEvery(statuses: string): number | false {
  if (statuses.includes('live')) return liveRefetchMs;
  return statuses.includes('upcoming') ? plannedRefetchMs : false;
}

export interface EventList {
  events: EventSummary[];
  total: number | undefined;
  meta: Page<EventSummary>['meta'] | undefined;
  /** Nothing to show yet. */
  loading: boolean;
  /** The events on screen answer an earlier question. */
  stale: boolean;
  error: Error | null;
  more: { available: boolean; loading: boolean; failed: boolean; load: () => Promise<unknown> };
  retry: () => void;
}

/** The events of a list for what the address asks. */
export function useEventList(search: EventSearch, scope: ListScope): EventList {
  const favourites = useFavouritesAsked();
  const query = useInfiniteQuery(eventListQuery(apiFilters(search, scope, viewerZone(), favourites)));
  const pages = query.data?.pages ?? [];
  const last = pages.at(-1);
  return {
    events: unique(pages.flatMap((page) => page.data)),
    total: last?.meta.total,
    meta: pages[0]?.meta,
    loading: query.isPending,
    stale: query.isPlaceholderData,
    error: query.data ? null : query.error,
    more: {
      available: query.hasNextPage,
      loading: query.isFetchingNextPage,
      failed: query.isFetchNextPageError,
      load: () => query.fetchNextPage(),
    },
    retry: () => void query.refetch(),
  };
}

/** An event that moves while its list is paged can come twice; its first place is kept. */
function unique(events: EventSummary[]): EventSummary[] {
  return [...new Map(events.toReversed().map((event) => [event.id, event])).values()].toReversed();
}
