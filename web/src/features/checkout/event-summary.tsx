import { Trans } from '@lingui/react/macro';
import type { EventDetail } from '#/api/types';
import { ordered, shortName, sides, status } from '#/entities/event';
import { fullDateText } from '#/entities/time';
import { eventZone } from '#/entities/zones';
import { Crest } from '#/ui/crest';
import { useEventLabels } from '#/ui/event-labels';
import { EventPicture } from '#/ui/event-picture';
import { LiveBadge } from '#/ui/live-badge';

/** The game that is bought: picture, both sides, when and where. */
export function EventSummaryCard({ event }: { event: EventDetail }) {
  const labels = useEventLabels();
  const [time, venue] = [labels.time(event), labels.venueTime(event)];
  const place = [event.location?.name, event.location?.city].filter(Boolean).join(', ');
  return (
    <div className="bought">
      <div className="still">
        <EventPicture event={event} courtClassName="still__court" sizes="(min-width: 900px) 380px, 100vw" />
        {status(event) === 'live' && (
          <div className="still__tl">
            <LiveBadge />
          </div>
        )}
        <div className="split" />
      </div>
      <h2 className={sides(event) ? 'vh' : undefined}>{event.name}</h2>
      {sides(event) && (
        <ul className="bought__sides">
          {ordered(event).map((side) => (
            <li key={side.id}>
              <Crest of={side} />
              <b>{shortName(side)}</b>
            </li>
          ))}
        </ul>
      )}
      <p className="bought__when">
        <b>{fullDateText(event.event_utc_ts, labels.lang, eventZone(event, labels.zone))}</b>
        <span>
          {event.time_tba ? time : <Trans>{time} (your time)</Trans>}
          {venue && ` · ${venue}`}
        </span>
        <span>{[labels.sport(event), place].filter(Boolean).join(' · ')}</span>
      </p>
    </div>
  );
}
