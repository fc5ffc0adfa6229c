import type { QueryClient } from '@tanstack/react-query';
import { queryOptions } from '@tanstack/react-query';
import { eventQuery, eventsQuery, packagesQuery } from '#/api/queries';
import type { EventSummary, Product } from '#/api/types';
import { shelf } from '#/entities/offer';
import type { Material } from './states';

/** So many finished games are looked through for one with a recording. */
const looked = 50;

/** What the preview is made of; null on a channel without any event. */
export const materialQuery = (client: QueryClient) =>
  queryOptions({
    queryKey: ['simulate'],
    queryFn: async (): Promise<Material | null> => {
      const [over, onAir, any] = await Promise.all([
        client.fetchQuery(eventsQuery({ stream_status: 'finished', type: 'free', limit: looked })),
        client.fetchQuery(eventsQuery({ stream_status: 'live', type: 'free', limit: 1 })),
        client.fetchQuery(eventsQuery({ limit: 1 })),
      ]);
      const chosen = over.data.find(hasRecording) ?? over.data[0] ?? any.data[0];
      if (!chosen) return null;
      const first = onAir.data[0];
      const [event, live, packages] = await Promise.all([
        client.fetchQuery(eventQuery(chosen.id)),
        first ? client.fetchQuery(eventQuery(first.id)) : null,
        client.ensureQueryData(packagesQuery()),
      ]);
      return { event, live, packages: samples(packages) };
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

function hasRecording(event: EventSummary): boolean {
  return event.stream_state === 'ended';
}

/** Two passes, as an event names what includes it. */
function samples(packages: readonly Product[]): Material['packages'] {
  const { passes, teamPasses } = shelf(packages, []);
  return [...passes.slice(0, 1), ...teamPasses.slice(0, 1)];
}
