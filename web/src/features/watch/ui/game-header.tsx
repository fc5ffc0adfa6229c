import { Trans, useLingui } from '@lingui/react/macro';
import { Clock, MapPin } from 'lucide-react';
import type { ReactNode } from 'react';
import type { EventDetail } from '#/api/types';
import { clockText, fullTitle, scoreText, shortName, sides, status, title } from '#/entities/event';
import { buttonClass } from '#/ui/button';
import { Crest } from '#/ui/crest';
import { useEventLabels } from '#/ui/event-labels';
import { LiveBadge } from '#/ui/live-badge';
import { RevealButton } from '#/ui/reveal-button';
import { Score } from '#/ui/score';
import { plateColours } from '#/ui/scorebug';
import { ShareButton } from '#/ui/share-button';
import { AccessTag } from '#/ui/tag';
import { useVersus } from '#/ui/use-versus';
import { useScore } from '../playhead';
import type { Watch } from '../use-watch';
import { isBought, OwnedTag } from './owned-tag';
import { ScoreNews } from './score-news';

/** Under the picture: what the game is, its score at the playhead, when and where. */
export function GameHeader({ watch: { event, view, session }, actions }: { watch: Watch; actions?: ReactNode }) {
  const watching = session !== null;
  const versus = useVersus();
  // The poster says all of this already.
  if (!watching && (view.kind === 'upcoming' || view.kind === 'locked' || view.kind === 'off')) return null;
  return (
    <div className="wrap eh">
      <div>
        <Heading event={event} watching={watching} />
        <StatusLine event={event} watching={watching} />
        <Match event={event} watching={watching} />
      </div>
      <div className="stack">
        <Facts event={event} />
        <div className="acts">
          {event.score_hidden && sides(event) && (
            <RevealButton event={event} className={buttonClass('quiet', 'sm')} named />
          )}
          <ShareButton path={`/watch/${event.id}`} title={title(event, versus)} />
          {actions}
        </div>
      </div>
    </div>
  );
}

interface PartProps {
  event: EventDetail;
  watching: boolean;
}

function Heading({ event, watching }: PartProps) {
  const score = useScore(event, watching);
  const name = fullTitle(event, useVersus());
  const text = score ? `${name}, ${scoreText(score)}` : name;
  return <h1 className={sides(event) ? 'vh' : 'eh__name'}>{text}</h1>;
}

function StatusLine({ event, watching }: PartProps) {
  const labels = useEventLabels();
  const clock = clockText(useScore(event, watching));
  const bits = [labels.sport(event), event.division?.name].filter(Boolean).join(' · ');
  return (
    <p className="eh__s">
      {status(event) === 'live' ? <LiveBadge clock={clock} /> : <span className="slug">{labels.recording(event)}</span>}
      <span className="muted">{bits}</span>
      {isBought(event) ? <OwnedTag event={event} /> : <AccessTag event={event} />}
    </p>
  );
}

function Match({ event, watching }: PartProps) {
  const { t } = useLingui();
  const score = useScore(event, watching);
  const two = sides(event);
  if (!two) return null;
  const [away, home] = [shortName(two.away), shortName(two.home)];
  const { away: theirs, home: ours } = score ?? { away: 0, home: 0 };
  const unknown = event.score_hidden
    ? t`${away} against ${home}, the score is hidden`
    : t`${away} against ${home}, no score yet`;
  const spoken = score ? t`${away} ${theirs}, ${home} ${ours}` : unknown;
  return (
    <div className="match">
      <div className="side-t">
        <Crest of={two.away} />
        <b>{away}</b>
      </div>
      {watching && <ScoreNews key={event.id} event={event} score={score} text={spoken} />}
      <div className="score2" role="img" aria-label={spoken}>
        <Score style={plateColours(two.away)} value={score?.away ?? '–'} />
        <Score style={plateColours(two.home)} value={score?.home ?? '–'} />
      </div>
      <div className="side-t side-t--h">
        <Crest of={two.home} />
        <b>{home}</b>
      </div>
    </div>
  );
}

function Facts({ event }: { event: EventDetail }) {
  return (
    <div className="facts">
      <div>
        <Clock className="i" aria-hidden="true" />
        <StartFact event={event} />
      </div>
      {event.location && (
        <div>
          <MapPin className="i" aria-hidden="true" />
          <p>
            <strong>{event.location.name}</strong>
            <span>{[event.location.city, event.location.state].filter(Boolean).join(', ')}</span>
          </p>
        </div>
      )}
    </div>
  );
}

/** The viewer's time first, the venue's beneath; of a game whose time was not announced, when its stream began. */
function StartFact({ event }: { event: EventDetail }) {
  const labels = useEventLabels();
  if (event.time_tba && (status(event) === 'finished' || !event.live_since)) {
    return (
      <p>
        <strong>{labels.date(event)}</strong>
      </p>
    );
  }
  const began = event.time_tba && event.live_since ? Date.parse(event.live_since) / 1000 : event.event_utc_ts;
  return <StartTime event={{ ...event, event_utc_ts: began, time_tba: false }} />;
}

function StartTime({ event }: { event: EventDetail }) {
  const labels = useEventLabels();
  const [time, date, venue] = [labels.time(event), labels.date(event), labels.venueTime(event)];
  return (
    <p>
      {status(event) === 'finished' ? (
        <Trans>
          <strong>
            {date}, {time}
          </strong>{' '}
          (your time)
        </Trans>
      ) : (
        <Trans>
          <strong>Started {time}</strong> (your time)
        </Trans>
      )}
      {venue && <span>{venue}</span>}
    </p>
  );
}
