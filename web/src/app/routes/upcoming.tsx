import { createFileRoute } from '@tanstack/react-router';
import { eventSearch } from '#/entities/event-search';
import { EventsPage } from '../events-page';

export const Route = createFileRoute('/upcoming')({
  validateSearch: eventSearch,
  staticData: { kind: 'events', skeleton: 'cards' },
  component: UpcomingRoute,
});

function UpcomingRoute() {
  return <EventsPage list="upcoming" />;
}
