import { useLingui } from '@lingui/react/macro';
import { MapPin } from 'lucide-react';
import type { ReactNode } from 'react';
import type { EventDetail } from '#/api/types';
import { fullTitle, ordered } from '#/entities/event';
import { type FavouriteKey, favouriteKey } from '#/entities/favourite';
import { Crest } from '#/ui/crest';
import { useEventLabels } from '#/ui/event-labels';
import { FavouriteButton } from '#/ui/favourite-button';
import { useVersus } from '#/ui/use-versus';

/** What of a game can be a favourite: itself, who plays, the sport, the place. */
export function FollowBar({ event }: { event: EventDetail }) {
  const { t } = useLingui();
  const versus = useVersus();
  const { sport } = useEventLabels();
  const game = t`This game`;
  const { event_category: category, location } = event;
  const chip = (of: FavouriteKey, name: string, icon?: ReactNode) => (
    <li key={of}>
      <FavouriteButton of={of} name={name} className="chip star">
        {icon}
        {name}
      </FavouriteButton>
    </li>
  );
  return (
    <ul className="wrap follow" aria-label={t`Favourites`}>
      <li>
        <FavouriteButton
          of={favouriteKey('event', event.id)}
          name={`${game}, ${fullTitle(event, versus)}`}
          className="chip star"
        >
          {game}
        </FavouriteButton>
      </li>
      {ordered(event).map((side) => chip(favouriteKey('participant', side.id), side.name, <Crest of={side} />))}
      {category && chip(favouriteKey('category', category.id), sport({ gender: '', event_category: category }))}
      {location &&
        chip(
          favouriteKey('location', location.id),
          location.name,
          <MapPin className="i i-16 follow__pin" aria-hidden="true" />,
        )}
    </ul>
  );
}
