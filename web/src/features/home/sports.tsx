import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { CSSProperties } from 'react';
import { eventsQuery } from '#/api/queries';
import type { Category, EventSummary } from '#/api/types';
import { safeColour } from '#/entities/colour';
import { presetDays } from '#/entities/day-range';
import { viewerZone } from '#/entities/zones';
import { serverNow } from '#/lib/server-clock';
import { CourtLines } from '#/ui/court-lines';
import { Section } from '#/ui/rail';

interface SportsProps {
  sports: readonly Category[];
  live: readonly EventSummary[];
}

/** The channel's sports as tiles with their courts, what is live and how much there is this week. */
export function Sports({ sports, live }: SportsProps) {
  const week = useWeek();
  if (sports.length < 2) return null;
  return (
    <Section
      title={<Trans>Sports</Trans>}
      more={
        <Link to="/schedule">
          <Trans>All sports</Trans>
        </Link>
      }
    >
      <ul className="sports">
        {sports.map((sport) => (
          <li key={sport.id}>
            <SportTile
              sport={sport}
              live={live.filter((event) => event.event_category_id === sport.id).length}
              week={week && (week.get(sport.id) ?? 0)}
            />
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** Games of the coming seven days by sport; undefined until known. */
function useWeek(): Map<number, number> | undefined {
  const zone = viewerZone();
  const { from, to } = presetDays('week', zone, serverNow());
  const { data } = useQuery(eventsQuery({ start_date: from, end_date: to, tz: zone, facets: '1', limit: 1 }));
  const sports = data?.meta.facets?.sport;
  return sports && new Map(sports.map((sport) => [sport.id, sport.count]));
}

function SportTile({ sport, live, week }: { sport: Category; live: number; week: number | undefined }) {
  const { t } = useLingui();
  const games = week ?? 0;
  return (
    <Link
      className="sport"
      to="/"
      search={{ sport: sport.alias }}
      style={{ '--c': safeColour(sport.color) } as CSSProperties}
    >
      <CourtLines sport={sport.alias || sport.title} />
      {live > 0 && <span className="live">{t`${plural(live, { one: '# live', other: '# live' })}`}</span>}
      <b>{sport.title}</b>
      <span className="sport__n">
        {week === undefined
          ? '\u00a0'
          : games === 0
            ? t`No games this week`
            : games === 1
              ? t`1 game this week`
              : t`${games} games this week`}
      </span>
    </Link>
  );
}
