import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { get } from './client';
import type { SearchFound } from './types';

const liveRefetchMs = 30_000;

/** Everything that a search finds. What it found before stays until the next answer comes. */
export const searchQuery = (search: string, limit: number) =>
  queryOptions({
    queryKey: ['search', search, limit],
    queryFn: ({ signal }) => get<SearchFound>('/search', { search, limit }, { crash: { on: ['5xx'] }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    refetchInterval: liveRefetchMs,
  });
