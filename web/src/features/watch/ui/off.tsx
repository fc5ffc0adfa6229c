import { Trans } from '@lingui/react/macro';
import type { EventDetail } from '#/api/types';
import { isOff, status } from '#/entities/event';
import { longDateText, timeText } from '#/entities/time';
import { eventZone } from '#/entities/zones';
import { useEventLabels } from '#/ui/event-labels';
import { OffNote } from '#/ui/ticket/off-note';

interface OffProps {
  event: EventDetail;
  /** False inside other sites, where links lead nowhere. */
  links?: boolean;
}

/** That a game does not take place, and what that means for what the viewer bought. */
export function Off({ event, links = true }: OffProps) {
  return (
    <div className="lock__due" role="status">
      <p className="frame__t">
        {event.schedule_status === 'cancelled' ? (
          <Trans>This game was cancelled</Trans>
        ) : (
          <Trans>This game is postponed</Trans>
        )}
      </p>
      <OffNote event={event} links={links} />
    </div>
  );
}

/** When a game that was moved or called off was to begin. */
export function Moved({ event }: { event: EventDetail }) {
  const { lang, zone } = useEventLabels();
  const off = isOff(event);
  const before = off ? event.event_utc_ts : event.previous_start_utc_ts;
  const time_tba = off ? event.time_tba : event.previous_tba;
  if (before === null || (!off && status(event) !== 'upcoming')) return null;
  const utc_offset = off ? event.utc_offset : (event.previous_utc_offset ?? event.utc_offset);
  const at = eventZone({ ...event, time_tba, utc_offset }, zone);
  const [day, time] = [longDateText(before, lang, at), timeText(before, lang, at)];
  return (
    <p className="lock__where">
      {event.schedule_status === 'on' && (
        <span>
          <Trans>New time.</Trans>
        </span>
      )}
      <span>
        {time_tba ? (
          <Trans>It was scheduled for {day}.</Trans>
        ) : (
          <Trans>
            It was scheduled for {day} at {time}.
          </Trans>
        )}
      </span>
    </p>
  );
}
