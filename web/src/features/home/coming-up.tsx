import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import type { EventSummary } from '#/api/types';
import type { EventSearch } from '#/entities/event-search';
import { groupByDay } from '#/entities/group-days';
import { dayName, weekdayText } from '#/entities/time';
import { useEventLabels } from '#/ui/event-labels';
import { Section } from '#/ui/rail';
import { ScheduleRow } from '#/ui/schedule-row';
import { Tabs } from '#/ui/tabs';

const daysShown = 7;
/** A day with more games than this continues on the schedule. */
const rowsShown = 6;

/** The next days with games as tabs over schedule rows. */
export function ComingUp({ events, search }: { events: readonly EventSummary[]; search: EventSearch }) {
  const { t } = useLingui();
  const panel = useId();
  const { zone } = useEventLabels();
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
      <div id={panel} role="tabpanel" aria-label={t`Games of this day`}>
        <ul className="sched">
          {games.slice(0, rowsShown).map((event) => (
            <ScheduleRow key={event.id} event={event} />
          ))}
        </ul>
        {games.length > rowsShown && (
          <p className="more-rows">
            <Link className="link" to="/schedule" search={{ ...search, start_date: key, end_date: key }}>
              <Trans>All {count} games of this day</Trans>
            </Link>
          </p>
        )}
      </div>
    </Section>
  );
}

function DayLabel({ events }: { events: readonly EventSummary[] }) {
  const { t } = useLingui();
  const { lang, zone, now, day } = useEventLabels();
  const ts = events[0]?.event_utc_ts ?? 0;
  const count = events.length;
  return (
    <>
      <b>{day(dayName(ts, zone, now), weekdayText(ts, lang, zone))}</b>
      {count === 1 ? t`1 game` : t`${count} games`}
    </>
  );
}
