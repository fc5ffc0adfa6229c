import { useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { ArrowDown, ArrowUp, Play } from 'lucide-react';
import type { EventSummary } from '#/api/types';
import { clockText, ordered, spokenTitle, status } from '#/entities/event';
import { labelled } from '#/entities/label';
import { zoneText } from '#/entities/time';
import { CrestPair } from './crest';
import { useEventLabels } from './event-labels';
import { LiveBadge } from './live-badge';
import { RevealButton } from './reveal-button';
import { Matchup } from './schedule-row';
import { AccessTag } from './tag';
import { Told } from './told';
import { useVersus } from './use-versus';

export type SortField = 'date' | 'name' | 'price';
export type SortDirection = 'asc' | 'desc';
export interface Sort {
  field: SortField;
  direction: SortDirection;
}

interface TableProps {
  events: readonly EventSummary[];
  sort: Sort;
  onSort: (field: SortField) => void;
}

/** Events as a table, sortable by time, game and price. */
export function EventTable({ events, sort, onSort }: TableProps) {
  const { t } = useLingui();
  const labels = useEventLabels();
  const zone = zoneText(labels.now / 1000, labels.lang, labels.zone);
  const head = (field: SortField, text: string) => <SortHead field={field} text={text} sort={sort} onSort={onSort} />;
  return (
    <section className="tbl-wrap" tabIndex={0} aria-label={t`Games as a table`}>
      <table className="tbl">
        <thead>
          <tr>
            {head('date', t`Time (${zone})`)}
            {head('name', t`Game`)}
            <th scope="col">{t`Sport`}</th>
            <th scope="col">{t`Where`}</th>
            {head('price', t`Access`)}
            <th scope="col" className="r">
              <span className="vh">{t`Action`}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {events.map((event) => (
            <Told key={event.id} event={event}>
              {(told) => <EventRow event={told} />}
            </Told>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function SortHead({
  field,
  text,
  sort,
  onSort,
}: {
  field: SortField;
  text: string;
  sort: Sort;
  onSort: (field: SortField) => void;
}) {
  const on = sort.field === field;
  const Arrow = sort.direction === 'asc' ? ArrowUp : ArrowDown;
  return (
    <th scope="col" aria-sort={on ? (sort.direction === 'asc' ? 'ascending' : 'descending') : undefined}>
      <button type="button" onClick={() => onSort(field)}>
        {text}
        {on && <Arrow className="i i-16" aria-hidden="true" />}
      </button>
    </th>
  );
}

function EventRow({ event }: { event: EventSummary }) {
  const labels = useEventLabels();
  const now = status(event);
  const action = labels.action(event);
  const name = spokenTitle(event, useVersus());
  return (
    <tr>
      <td className="nowrap">
        {now === 'live' ? (
          <LiveBadge clock={clockText(event.score)} />
        ) : (
          <>
            <b>{labels.schedule(event) || labels.time(event)}</b>
            <span className="tbl__day">{labels.date(event)}</span>
          </>
        )}
      </td>
      <th scope="row">
        <span className="vs">
          <CrestPair of={ordered(event)} />
          <span className="vs__n">
            <span className="vh">{name}</span>
            <Matchup event={event} />
          </span>
          <RevealButton event={event} className="ib vs__show" />
        </span>
      </th>
      <td>{labels.sport(event)}</td>
      <td>{[event.location?.name, event.location?.city].filter(Boolean).join(', ')}</td>
      <td className="nowrap">
        <AccessTag event={event} />
      </td>
      <td className="r">
        <Link
          className={now === 'live' ? 'btn btn--primary btn--sm' : 'btn btn--line btn--sm'}
          to="/watch/$id"
          params={{ id: String(event.id) }}
          aria-label={labelled(labels.lang, action, name)}
        >
          {now === 'live' && <Play className="i i-16 i-fill" aria-hidden="true" />}
          {action}
        </Link>
      </td>
    </tr>
  );
}
