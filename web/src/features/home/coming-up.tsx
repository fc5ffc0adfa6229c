import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { eventsQuery } from '#/api/queries';
import type { EventSummary } from '#/api/types';
import { presetDays } from '#/entities/day-range';
import type { EventSearch } from '#/entities/event-search';
import { eventDay, groupByDay } from '#/entities/group-days';
import { dayName, weekdayText } from '#/entities/time';
import { eventZone } from '#/entities/zones';
import { serverNow } from '#/lib/server-clock';
import { useEventLabels } from '#/ui/event-labels';
import { Section } from '#/ui/rail';
import { ScheduleRow } from '#/ui/schedule-row';
import { Tabs } from '#/ui/tabs';

const daysShown = 7;
/** A day with more games than this continues on the schedule. */
const rowsShown = 6;

/** The next days with games as tabs over schedule rows. `first` are the next games, as many as the home brings. */
export function ComingUp({ first, search }: { first: readonly EventSummary[]; search: EventSearch }) {
  const { t } = useLingui();
  const panel = useId();
  const { zone } = useEventLabels();
  const events = useWeek(first, search, zone);
  const days = groupByDay(events, zone).slice(0, daysShown);
  const [wanted, setWanted] = useState('');
  const shown = days.find((day) => day.key === wanted) ?? days[0];
  if (!shown) return null;
  const { key, events: games } = shown;
  const count = games.length;
  return (
    <Section
      title={<Trans>Coming up</Trans>}
      more={
        <Link to="/schedule" search={search}>
          <Trans>Full schedule</Trans>
        </Link>
      }
    >
      <Tabs
        label={t`Day`}
        className="days"
        tabClassName="day"
        panelId={panel}
        selected={key}
        onSelect={setWanted}
        items={days.map((day) => ({ key: day.key, label: <DayLabel events={day.events} /> }))}
      />
      <div id={panel} role="tabpanel" aria-label={t`Games on this day`}>
        <ul className="sched">
          {games.slice(0, rowsShown).map((event) => (
            <ScheduleRow key={event.id} event={event} />
          ))}
        </ul>
        {games.length > rowsShown && (
          <p className="more-rows">
            <Link className="link" to="/schedule" search={{ ...search, start_date: key, end_date: key }}>
              <Trans>All {count} games on this day</Trans>
            </Link>
          </p>
        )}
      </div>
    </Section>
  );
}

const lookAgainMs = 60_000;

/** The games of the coming week, so that every day has its true count; until they come, the first ones. */
function useWeek(first: readonly EventSummary[], search: EventSearch, zone: string): readonly EventSummary[] {
  const { from, to } = presetDays('week', zone, serverNow());
  const week = useQuery({
    ...eventsQuery({
      ...search,
      stream_status: 'upcoming',
      start_date: from,
      end_date: to,
      tz: zone,
      sort_field: 'date',
      sort_direction: 'asc',
      limit: 100,
    }),
    enabled: first.length > 0,
    refetchInterval: lookAgainMs,
  });
  if (!week.data || week.isPlaceholderData) return first;
  const known = new Set(week.data.data.map((event) => event.id));
  const later = first.filter((event) => !known.has(event.id) && eventDay(event, zone) > to);
  return [...week.data.data, ...later];
}

function DayLabel({ events }: { events: readonly EventSummary[] }) {
  const { t } = useLingui();
  const { lang, zone, now, day } = useEventLabels();
  const [first] = events;
  const count = events.length;
  if (!first) return null;
  const [ts, at] = [first.event_utc_ts, eventZone(first, zone)];
  return (
    <>
      <b>{day(dayName(ts, at, now), weekdayText(ts, lang, at))}</b>
      {count === 1 ? t`1 game` : t`${count} games`}
    </>
  );
}
