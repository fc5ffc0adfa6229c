import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Star } from 'lucide-react';
import { favouriteEventsQuery } from '#/api/favourite-events';
import { useFavouritesAsked } from '#/lib/favourites';
import { EventCard } from '#/ui/card';
import { Rail } from '#/ui/rail';

const refetchMs = 60_000;
const firstCards = 4;

/** What is live or to come of somebody's favourites; nothing when there is nothing. */
export function OwnRail() {
  const { data } = useQuery({ ...favouriteEventsQuery(useFavouritesAsked()), refetchInterval: refetchMs });
  const events = data?.data ?? [];
  if (events.length === 0) return null;
  return (
    <Rail
      title={<Trans>My favourites</Trans>}
      more={
        <Link to="/favourites">
          <Star className="i i-16" aria-hidden="true" />
          <Trans>Manage</Trans>
        </Link>
      }
    >
      {events.map((event, index) => (
        <li key={event.id}>
          <EventCard event={event} eager={index < firstCards} />
        </li>
      ))}
    </Rail>
  );
}
