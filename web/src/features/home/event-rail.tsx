import type { ReactNode } from 'react';
import type { EventSummary } from '#/api/types';
import { EventCard } from '#/ui/card';
import { Rail } from '#/ui/rail';

/** Pictures that are on the first screen of a rail below the hero. */
const firstCards = 4;

interface EventRailProps {
  title: ReactNode;
  count?: number | undefined;
  more: ReactNode;
  events: readonly EventSummary[];
  eager?: boolean;
}

/** Events as cards in one row; nothing when there are none. */
export function EventRail({ title, count, more, events, eager = false }: EventRailProps) {
  if (events.length === 0) return null;
  return (
    <Rail title={title} count={count} more={more}>
      {events.map((event, index) => (
        <li key={event.id}>
          <EventCard event={event} eager={eager && index < firstCards} />
        </li>
      ))}
    </Rail>
  );
}
