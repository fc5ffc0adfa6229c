import { queryOptions } from '@tanstack/react-query';
import { get } from './client';
import type { OwnSession } from './types';

/** Where the user is logged in: here first, then the latest used. */
export const ownSessionsQuery = () =>
  queryOptions({
    queryKey: ['auth/sessions'],
    queryFn: ({ signal }) => get<OwnSession[]>('/auth/sessions', undefined, { signal }),
    staleTime: 0,
  });
