import type { QueryClient, QueryFilters } from '@tanstack/react-query';

/**
 * Asks again for what changed on the server. An answer that is on its way may be from before, and a first one is not given up
 * for a newer: what it brings is asked for once more.
 */
export async function renew(client: QueryClient, filters: QueryFilters): Promise<void> {
  const begun = client
    .getQueryCache()
    .findAll({ ...filters, fetchStatus: 'fetching' })
    .filter(({ state }) => state.data === undefined);
  await Promise.allSettled([client.invalidateQueries(filters), ...begun.map(({ promise }) => promise)]);
  if (begun.length > 0) await client.invalidateQueries({ predicate: (query) => begun.includes(query) });
}
