import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { CSSProperties } from 'react';
import { eventsQuery } from '#/api/queries';
import type { EventParticipant, EventSummary, Language } from '#/api/types';
import { safeColour } from '#/entities/colour';
import { clockText, fullTitle, leader, shortName, sides, status } from '#/entities/event';
import { dayKey, shortDateText } from '#/entities/time';
import { viewerZone } from '#/entities/zones';
import { serverNow } from '#/lib/server-clock';
import { useEventLabels } from '#/ui/event-labels';
import { AppLink } from '#/ui/link';
import { Score } from '#/ui/score';
import { useVersus } from '#/ui/use-versus';

const refreshMs = 30_000;
const longest = 40;
const order = { live: 0, finished: 1, upcoming: 2 } as const;

/** Today's games with their scores: those on air first, then the finished, then the ones to come. */
export function Ticker() {
  const { t, i18n } = useLingui();
  const zone = viewerZone();
  const now = serverNow();
  const today = dayKey(now / 1000, zone);
  const { data } = useQuery({
    ...eventsQuery({
      start_date: today,
      end_date: today,
      tz: zone,
      limit: longest,
      sort_field: 'date',
      sort_direction: 'asc',
    }),
    refetchInterval: refreshMs,
  });
  const games = (data?.data ?? [])
    .filter((event) => sides(event))
    .toSorted((a, b) => order[status(a)] - order[status(b)]);
  if (data && games.length === 0) return null;
  return (
    <div className="ticker">
      <div className="wrap ticker__in">
        <div className="ticker__head">
          <b>
            <Trans>Today</Trans>
          </b>
          <span>{shortDateText(now / 1000, i18n.locale as Language, zone)}</span>
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
        <ul aria-label={t`Today’s scores`} tabIndex={0}>
          {games.map((event) => (
            <li key={event.id}>
              <Game event={event} />
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

function Game({ event }: { event: EventSummary }) {
  const labels = useEventLabels();
  const versus = useVersus();
  const two = sides(event);
  const state = status(event);
  const ahead = leader(event.score);
  if (!two) return null;
  return (
    <AppLink className="tk" href={`/watch/${event.id}`}>
      <span className="vh">{fullTitle(event, versus)}</span>
      <span className="tk__st">
        <span className={state === 'live' ? 'on' : ''}>
          {state === 'live' && <LiveState event={event} />}
          {state === 'finished' && <Trans>Final</Trans>}
          {state === 'upcoming' && (labels.schedule(event) || labels.time(event))}
        </span>
        <span>{event.event_category?.title}</span>
      </span>
      <Side side={two.away} score={event.score?.away} strong={ahead !== 'home'} />
      <Side side={two.home} score={event.score?.home} strong={ahead !== 'away'} />
    </AppLink>
  );
}

function LiveState({ event }: { event: EventSummary }) {
  const clock = clockText(event.score);
  return (
    <>
      <Trans>LIVE</Trans>
      {clock && ` · ${clock}`}
    </>
  );
}

function Side({ side, score, strong }: { side: EventParticipant; score: number | undefined; strong: boolean }) {
  return (
    <span className={`tk__r${strong ? ' w' : ''}`} style={{ '--c': safeColour(side.color) } as CSSProperties}>
      <i />
      {side.code || shortName(side)}
      <Score value={score} />
    </span>
  );
}
