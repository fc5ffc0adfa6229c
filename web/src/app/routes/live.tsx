import { createFileRoute } from '@tanstack/react-router';
import { eventSearch } from '#/entities/event-search';
import { EventsPage } from '../events-page';

export const Route = createFileRoute('/live')({
  validateSearch: eventSearch,
  staticData: { kind: 'events', skeleton: 'cards' },
  component: LiveRoute,
});

function LiveRoute() {
  return <EventsPage list="live" />;
}
