import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import type { EventSummary } from '#/api/types';
import { clockText, fullTitle, isOff, isRecorded, sides, spokenTitle, status } from '#/entities/event';
import { favouriteKey } from '#/entities/favourite';
import { lengthText } from '#/entities/time';
import { Bell } from './bell';
import { useEventLabels } from './event-labels';
import { EventPicture } from './event-picture';
import { FavouriteButton } from './favourite-button';
import { LazyPreview } from './lazy-preview';
import { LiveBadge } from './live-badge';
import { RevealButton } from './reveal-button';
import { Scorebug, teamColours } from './scorebug';
import { AccessTag } from './tag';
import { Told } from './told';
import { useVersus } from './use-versus';

interface CardProps {
  event: EventSummary;
  /** False below a heading that already names the day. */
  withDay?: boolean;
  /** Cards of the first screen load their picture at once. */
  eager?: boolean;
  /** Level of the title below the page's headings. */
  heading?: 'h2' | 'h3' | 'h4';
}

/**
 * An event as a card. One link covers all of it. Variants follow from the event: live, upcoming, on demand, and story (an
 * event that is not a game between two is told by its name).
 */
export function EventCard(props: CardProps) {
  return <Told event={props.event}>{(event) => <Card {...props} event={event} />}</Told>;
}

function Card({ event, withDay = true, eager = false, heading: Heading = 'h3' }: CardProps) {
  const labels = useEventLabels();
  const versus = useVersus();
  const game = sides(event) !== null;
  const where = status(event) === 'finished' ? labels.date(event) : (event.location?.city ?? '');
  return (
    <article className="card" style={teamColours(event)}>
      <Still event={event} withDay={withDay} eager={eager} />
      <div className="bug">
        <Heading className={game ? 'card__t' : undefined}>
          <Link className="card__hit" to="/watch/$id" params={{ id: String(event.id) }}>
            {game ? <span className="vh">{spokenTitle(event, versus)}</span> : event.name}
          </Link>
        </Heading>
        <Scorebug event={event} />
        <RevealButton event={event} className="ib bug__show" />
      </div>
      <p className="card__meta">
        <span>{[labels.sport(event), where].filter(Boolean).join(' · ')}</span>
        <AccessTag event={event} />
      </p>
      <Bell event={event} className="fav fav--bell" />
      <FavouriteButton of={favouriteKey('event', event.id)} name={fullTitle(event, versus)} />
    </article>
  );
}

function Still({ event, withDay, eager }: { event: EventSummary; withDay: boolean; eager: boolean }) {
  return (
    <div className="still">
      <EventPicture
        event={event}
        courtClassName="still__court"
        sizes="(max-width: 640px) 92vw, 340px"
        loading={eager ? 'eager' : 'lazy'}
        decoding="async"
      />
      {event.media && (
        <Suspense>
          <LazyPreview event={event} />
        </Suspense>
      )}
      <StillLabels event={event} withDay={withDay} />
      <div className="split" />
    </div>
  );
}

function StillLabels({ event, withDay }: { event: EventSummary; withDay: boolean }) {
  const labels = useEventLabels();
  switch (status(event)) {
    case 'live':
      return (
        <div className="still__tl">
          <LiveBadge clock={clockText(event.score)} />
        </div>
      );
    case 'upcoming':
      return (
        <div className="still__bl">
          <span className="slug">{labels.starts(event, withDay)}</span>
          <VenueTime event={event} />
        </div>
      );
    case 'finished':
      return (
        <>
          <div className="still__bl">
            <span className="slug">{labels.recording(event)}</span>
          </div>
          {event.duration && isRecorded(event) ? (
            <div className="still__br">
              <span className="slug">{lengthText(event.duration, labels.lang)}</span>
            </div>
          ) : null}
        </>
      );
  }
}

/** The venue's clock, where it differs from the viewer's: on a card there is room for it only when it says something. */
function VenueTime({ event }: { event: EventSummary }) {
  const labels = useEventLabels();
  const venue = isOff(event) ? '' : labels.venueTime(event);
  if (!venue || venue.startsWith(labels.time(event))) return null;
  return <span className="slug slug--venue">{venue}</span>;
}
