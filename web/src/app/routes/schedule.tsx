import { createFileRoute } from '@tanstack/react-router';
import { eventSearch } from '#/entities/event-search';
import { EventsPage } from '../events-page';

export const Route = createFileRoute('/schedule')({
  validateSearch: eventSearch,
  staticData: { kind: 'events', skeleton: 'cards' },
  component: ScheduleRoute,
});

function ScheduleRoute() {
  return <EventsPage list="schedule" />;
}
