import { createFileRoute } from '@tanstack/react-router';
import { eventSearch } from '#/entities/event-search';
import { EventsPage } from '../events-page';

export const Route = createFileRoute('/vod')({
  validateSearch: eventSearch,
  staticData: { kind: 'events', skeleton: 'cards' },
  component: VodRoute,
});

function VodRoute() {
  return <EventsPage list="vod" />;
}
