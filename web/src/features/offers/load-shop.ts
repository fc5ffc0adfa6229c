import type { QueryClient } from '@tanstack/react-query';
import {
  categoriesQuery,
  packagesQuery,
  participantGroupsQuery,
  participantsQuery,
  subscriptionsQuery,
} from '#/api/queries';

/** Has everything a screen about offers shows, before it is shown. */
export async function loadShop(client: QueryClient): Promise<void> {
  await Promise.all([
    client.ensureQueryData(packagesQuery()),
    client.ensureQueryData(subscriptionsQuery()),
    client.ensureQueryData(categoriesQuery()),
    client.ensureQueryData(participantGroupsQuery()),
    // Only names come from it: without them a pass can still be chosen.
    client.prefetchQuery(participantsQuery()),
  ]);
}
