import { queryOptions } from '@tanstack/react-query';
import { get } from './client';
import type { Geo } from './types';

/** Where the server sees the viewer. */
export const geoQuery = () =>
  queryOptions({
    queryKey: ['geo'],
    queryFn: ({ signal }) => get<Geo>('/geo', undefined, { signal }),
    staleTime: 600_000,
  });
