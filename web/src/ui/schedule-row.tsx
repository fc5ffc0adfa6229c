import { Link } from '@tanstack/react-router';
import { Play } from 'lucide-react';
import type { EventSummary } from '#/api/types';
import {
  between,
  clockText,
  fullTitle,
  isOff,
  ordered,
  scoreText,
  shortName,
  sides,
  spokenTitle,
  status,
} from '#/entities/event';
import { favouriteKey } from '#/entities/favourite';
import { Bell } from './bell';
import { CrestPair } from './crest';
import { useEventLabels } from './event-labels';
import { FavouriteButton } from './favourite-button';
import { LiveBadge } from './live-badge';
import { RevealButton } from './reveal-button';
import { teamColours } from './scorebug';
import { Told } from './told';
import { useVersus } from './use-versus';

interface ScheduleRowProps {
  event: EventSummary;
  /** Names the day too, for lists that are not grouped by day. */
  withDay?: boolean;
}

/** An event as one line of a schedule: time, sides, place, access. One link covers the whole row. */
export function ScheduleRow({ event, withDay = false }: ScheduleRowProps) {
  return <Told event={event}>{(told) => <Row event={told} withDay={withDay} />}</Told>;
}

function Row({ event, withDay }: Required<ScheduleRowProps>) {
  const labels = useEventLabels();
  const versus = useVersus();
  const access = labels.access(event);
  const about = [labels.sport(event), event.division?.name ?? event.group?.name].filter(Boolean).join(' · ');
  const own = access.label.kind === 'own' || access.label.kind === 'included';
  return (
    <li className="row" style={teamColours(event)}>
      <RowTime event={event} withDay={withDay} />
      <div className="vs">
        <CrestPair of={ordered(event)} />
        <div className="vs__n">
          <Link className="row__hit" to="/watch/$id" params={{ id: String(event.id) }}>
            <span className="vh">{spokenTitle(event, versus)}</span>
            <Matchup event={event} />
          </Link>
          <span>{about}</span>
        </div>
        <RevealButton event={event} className="ib vs__show" />
        <Bell event={event} className="ib vs__bell" />
        <FavouriteButton
          of={favouriteKey('event', event.id)}
          name={fullTitle(event, versus)}
          className="ib star vs__fav"
        />
      </div>
      <div className="row__w">
        <b>{event.location?.name}</b>
        <span>{[event.location?.city, event.location?.state].filter(Boolean).join(', ')}</span>
      </div>
      <div className={own ? 'row__a row__a--own' : 'row__a'}>
        {!isOff(event) && (
          <>
            {access.text}
            <small>{access.note}</small>
          </>
        )}
      </div>
      <RowAction event={event} />
    </li>
  );
}

function RowTime({ event, withDay }: Required<ScheduleRowProps>) {
  const labels = useEventLabels();
  const now = status(event);
  if (now === 'live') {
    return (
      <div className="row__t">
        <LiveBadge />
        <span>{clockText(event.score) || labels.time(event)}</span>
      </div>
    );
  }
  const off = labels.schedule(event);
  const time = labels.time(event);
  const day = withDay && <span className="row__day">{labels.nearDay(event)}</span>;
  if (off) {
    return (
      <div className="row__t row__t--off">
        {day}
        <b>{off}</b>
        {isOff(event) && <s>{time}</s>}
      </div>
    );
  }
  return (
    <div className="row__t">
      {time && day}
      <b>{time || labels.date(event)}</b>
      <span>{labels.venueTime(event)}</span>
    </div>
  );
}

/** `Laurentide @ Fundy` as it is drawn in lists, with the score between once there is one. */
export function Matchup({ event }: { event: EventSummary }) {
  const versus = useVersus();
  const two = sides(event);
  if (!two) return <b>{event.name}</b>;
  return (
    <b aria-hidden="true">
      {shortName(two.away)} <em>{between(event, versus)}</em> {shortName(two.home)}
      {event.score && <i> {scoreText(event.score)}</i>}
    </b>
  );
}

/** What the row's link does, drawn as a button; it is not a second stop for Tab. */
function RowAction({ event }: { event: EventSummary }) {
  const labels = useEventLabels();
  const live = status(event) === 'live';
  return (
    <span className={live ? 'btn btn--primary btn--sm' : 'btn btn--line btn--sm'} aria-hidden="true">
      {live && <Play className="i i-16 i-fill" />}
      <span>{labels.action(event)}</span>
    </span>
  );
}
