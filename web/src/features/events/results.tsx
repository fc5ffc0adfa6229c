import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import type { EventSummary } from '#/api/types';
import { daysText } from '#/entities/days-text';
import type { ListOrder } from '#/entities/event-filters';
import { type DayGroup, eventDay, groupLiveFirst, joinSingleDays } from '#/entities/group-days';
import { dayKey, dayName, longDateText, weekdayText } from '#/entities/time';
import { eventZone } from '#/entities/zones';
import { Button } from '#/ui/button';
import { EventCard } from '#/ui/card';
import { useEventLabels } from '#/ui/event-labels';
import { ScheduleRow } from '#/ui/schedule-row';
import { CardSkeleton, RowSkeleton } from '#/ui/skeleton';
import { EventTable, type SortField } from '#/ui/table';
import type { View } from '#/ui/view-switch';
import type { EventList } from './event-list';

interface ResultsProps {
  list: EventList;
  view: View;
  order: ListOrder;
  onSort: (field: SortField) => void;
}

/** The events found, in the chosen view. Earlier results stay, dimmed, until the new ones come. */
export function Results({ list, view, order, onSort }: ResultsProps) {
  if (list.loading) return <Waiting view={view} />;
  return (
    <div className={list.stale ? 'results results--stale' : 'results'} aria-busy={list.stale}>
      {view === 'table' ? (
        <EventTable events={list.events} sort={order} onSort={onSort} />
      ) : order.field === 'date' ? (
        <Days list={list} view={view} />
      ) : (
        <Events events={list.events} view={view} withDay />
      )}
      <LoadMore list={list} />
    </div>
  );
}

function Days({ list, view }: { list: EventList; view: View }) {
  const { zone, now } = useEventLabels();
  const groups = joinSingleDays(groupLiveFirst(list.events, zone), dayKey(now / 1000, zone));
  return groups.map((group, index) => (
    <section key={group.key} className="day-group">
      <DayHeading group={group} complete={index < groups.length - 1 || !list.more.available} />
      <Events events={group.events} view={view} withDay={group.joined === true} eager={index === 0} />
    </section>
  ));
}

/** `Tonight`, then the date and, once the whole day is on screen, how many games it has. */
function DayHeading({ group, complete }: { group: DayGroup; complete: boolean }) {
  const { t } = useLingui();
  const { lang, zone, now, day } = useEventLabels();
  const [first] = group.events;
  const last = group.events.at(-1);
  const games = group.events.length;
  const count = games === 1 ? t`1 game` : t`${games} games`;
  const live = group.key === 'live';
  if (!first || !last) return null;
  const [ts, at] = [first.event_utc_ts, eventZone(first, zone)];
  if (group.joined) {
    return (
      <div className="subday">
        <h2>{daysText(eventDay(first, zone), eventDay(last, zone), lang)}</h2>
        <span className="muted">{complete && count}</span>
      </div>
    );
  }
  return (
    <div className="subday">
      <h2>{live ? t`Live now` : day(dayName(ts, at, now), weekdayText(ts, lang, at))}</h2>
      <span className="muted">
        {[!live && longDateText(ts, lang, at), complete && count].filter(Boolean).join(' · ')}
      </span>
    </div>
  );
}

interface EventsProps {
  events: readonly EventSummary[];
  view: View;
  withDay: boolean;
  eager?: boolean;
}

/** Pictures that can be on the first screen. */
const firstCards = 4;

function Events({ events, view, withDay, eager = false }: EventsProps) {
  if (view === 'list') {
    return (
      <ul className="sched">
        {events.map((event) => (
          <ScheduleRow key={event.id} event={event} withDay={withDay} />
        ))}
      </ul>
    );
  }
  return (
    <ul className="grid">
      {events.map((event, index) => (
        <li key={event.id}>
          <EventCard event={event} withDay={withDay} eager={eager && index < firstCards} />
        </li>
      ))}
    </ul>
  );
}

/** One more page by a button. The first new event takes the focus, so that a keyboard goes on from there. */
function LoadMore({ list }: { list: EventList }) {
  const { t } = useLingui();
  const after = useRef<number | null>(null);
  const place = useRef<HTMLDivElement>(null);
  const { length } = list.events;

  useEffect(() => {
    if (after.current === null || length <= after.current) return;
    const results = place.current?.closest('.results');
    results?.querySelectorAll<HTMLElement>('a[href^="/watch/"]')[after.current]?.focus();
    after.current = null;
  }, [length]);

  const load = () => {
    after.current = length;
    void list.more.load();
  };
  return (
    <div className="more-results" ref={place}>
      {list.more.failed && <p role="alert">{t`The next games did not load.`}</p>}
      {list.more.available && (
        <Button look="line" busy={list.more.loading} onClick={load}>
          {list.more.loading ? t`Loading…` : list.more.failed ? t`Try again` : t`Show more games`}
        </Button>
      )}
    </div>
  );
}

const standIns = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

/** The first load, in the geometry of what comes. */
function Waiting({ view }: { view: View }) {
  const { t } = useLingui();
  return (
    <div aria-busy="true">
      <span className="vh">{t`Loading…`}</span>
      <div className="subday" aria-hidden="true">
        <span className="sk" style={{ height: 28, width: 180 }} />
      </div>
      <div className={view === 'grid' ? 'grid' : 'sched'}>
        {standIns.map((key, index) =>
          view === 'grid' ? <CardSkeleton key={key} /> : <RowSkeleton key={key} index={index} />,
        )}
      </div>
    </div>
  );
}
