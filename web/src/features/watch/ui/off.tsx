import { Trans } from '@lingui/react/macro';
import type { EventDetail } from '#/api/types';
import { isOff, status } from '#/entities/event';
import { longDateText, timeText } from '#/entities/time';
import { dayZone } from '#/entities/zones';
import { useEventLabels } from '#/ui/event-labels';
import { AppLink } from '#/ui/link';
import { isBought } from './owned-tag';

/** That a game does not take place, and what becomes of what the viewer bought. */
export function Off({ event }: { event: EventDetail }) {
  const cancelled = event.schedule_status === 'cancelled';
  const ticket = isBought(event) && event.access.reason === 'order';
  return (
    <div className="lock__due" role="status">
      <p className="frame__t">
        {cancelled ? <Trans>This game is cancelled</Trans> : <Trans>This game is postponed</Trans>}
      </p>
      <p>{cancelled ? <Cancelled ticket={ticket} /> : <Postponed ticket={ticket} />}</p>
      {ticket && (
        <p>
          <AppLink className="link" href="/profile">
            <Trans>See your orders</Trans>
          </AppLink>
        </p>
      )}
    </div>
  );
}

function Cancelled({ ticket }: { ticket: boolean }) {
  return ticket ? (
    <Trans>You bought this game. We write to you when it is paid back. To ask for your money, contact us.</Trans>
  ) : (
    <Trans>It will not take place and is no longer on sale.</Trans>
  );
}

function Postponed({ ticket }: { ticket: boolean }) {
  return ticket ? (
    <Trans>Your purchase stays valid. We write to you as soon as there is a new time.</Trans>
  ) : (
    <Trans>There is no new time yet. Sales resume as soon as there is one.</Trans>
  );
}

/** When a game that was moved or called off was to begin. */
export function Moved({ event }: { event: EventDetail }) {
  const { lang, zone } = useEventLabels();
  const off = isOff(event);
  const before = off ? event.event_utc_ts : event.previous_start_utc_ts;
  const time_tba = off ? event.time_tba : event.previous_tba;
  if (before === null || (!off && status(event) !== 'upcoming')) return null;
  const day = longDateText(before, lang, dayZone({ ...event, time_tba }, zone));
  const time = timeText(before, lang, zone);
  return (
    <p className="lock__where">
      {event.schedule_status === 'on' && (
        <span>
          <Trans>New time.</Trans>
        </span>
      )}
      <span>
        {time_tba ? (
          <Trans>It was to take place on {day}.</Trans>
        ) : (
          <Trans>
            It was to begin on {day} at {time}.
          </Trans>
        )}
      </span>
    </p>
  );
}
