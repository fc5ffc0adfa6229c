import { Trans } from '@lingui/react/macro';
import { Suspense } from 'react';
import type { EventDetail } from '#/api/types';
import { fullTitle, isOff, isToCome, ordered, shortName, sides, status, title } from '#/entities/event';
import type { LockedBy } from '#/entities/locked';
import { buttonClass } from '#/ui/button';
import { Crest } from '#/ui/crest';
import { useEventLabels } from '#/ui/event-labels';
import { EventPicture } from '#/ui/event-picture';
import { LiveBadge } from '#/ui/live-badge';
import { OnHoldBox } from '#/ui/on-hold-box';
import { RemindButton } from '#/ui/remind-button';
import { teamColours } from '#/ui/scorebug';
import { ShareButton } from '#/ui/share-button';
import { useNow } from '#/ui/use-now';
import { useVersus } from '#/ui/use-versus';
import { Moved, Off } from '../lazy-off';
import type { Watch } from '../use-watch';
import { GameLoginBox } from './login-box';
import { OfferBox } from './offer-box';
import { isBought, OwnedTag } from './owned-tag';
import { StartCountdown } from './start-countdown';

/** The poster of a game that cannot be watched now: not yet, or not by this viewer. */
export function Lock({ watch: { event, view } }: { watch: Watch }) {
  const versus = useVersus();
  const now = useNow();
  return (
    <section className="lock" style={teamColours(event)}>
      <div className="lock__bg">
        <EventPicture event={event} sizes="100vw" fetchPriority="high" />
      </div>
      <div className="wrap lock__in">
        <div className="on-media">
          <StatusLine event={event} />
          <h1 className={sides(event) ? 'vh' : 'lock__name'}>{fullTitle(event, versus)}</h1>
          <Teams event={event} />
          {view.kind === 'off' && (
            <Suspense>
              <Off event={event} />
            </Suspense>
          )}
          {status(event) === 'upcoming' && event.schedule_status === 'on' && <StartCountdown event={event} />}
          <Place event={event} />
          {(isOff(event) || event.previous_start_utc_ts) && (
            <Suspense>
              <Moved event={event} />
            </Suspense>
          )}
          {isBought(event) && <OwnedTag event={event} />}
          <div className="acts">
            {isToCome(event, now) && (
              <RemindButton
                of="events"
                id={event.id}
                name={fullTitle(event, versus)}
                className={buttonClass('media', 'sm')}
              >
                <Trans>Remind me</Trans>
              </RemindButton>
            )}
            <ShareButton path={`/watch/${event.id}`} title={title(event, versus)} look="media" />
          </div>
        </div>
        {view.kind === 'locked' && <Box event={event} by={view.by} />}
      </div>
    </section>
  );
}

/** What the viewer can do to watch it. */
function Box({ event, by }: { event: EventDetail; by: LockedBy }) {
  if (by === 'login') return <GameLoginBox event={event} />;
  return by === 'dispute' ? <OnHoldBox event={event} /> : <OfferBox event={event} />;
}

function StatusLine({ event }: { event: EventDetail }) {
  const labels = useEventLabels();
  const is = status(event);
  // Once it is due, the words below the teams say so.
  const due = event.schedule_status === 'on' && event.event_utc_ts * 1000 <= labels.now;
  const starts = due ? labels.time(event) : labels.starts(event, true);
  return (
    <p className="hero__status">
      {is === 'live' ? (
        <LiveBadge large />
      ) : (
        <span className="slug lock__when">
          {is === 'upcoming' ? starts : `${labels.recording(event)}, ${labels.date(event)}`}
        </span>
      )}
      <span className="bits">{[labels.sport(event), event.division?.name].filter(Boolean).join(' · ')}</span>
    </p>
  );
}

/** The two sides as on the hero, without numbers: the price of a look should not be the result. */
function Teams({ event }: { event: EventDetail }) {
  if (!sides(event)) return null;
  return (
    <div className="board" aria-hidden="true">
      {ordered(event).map((side) => (
        <div key={side.id} className="board__row">
          <Crest of={side} />
          <div className="board__name">{shortName(side)}</div>
        </div>
      ))}
    </div>
  );
}

function Place({ event }: { event: EventDetail }) {
  const labels = useEventLabels();
  const { name, city, state } = event.location ?? { name: '', city: '', state: '' };
  const [time, venue] = [labels.time(event), labels.venueTime(event)];
  const where = [name, city, state].filter(Boolean).join(', ');
  return (
    <p className="lock__where">
      {where && <span>{where}</span>}
      {isOff(event) ? null : event.time_tba ? (
        <span>{[labels.date(event), time].filter(Boolean).join(' · ')}</span>
      ) : (
        <span>
          <Trans>{time} (your time)</Trans>
          {venue && ` · ${venue}`}
        </span>
      )}
    </p>
  );
}
