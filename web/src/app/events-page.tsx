import { useLingui } from '@lingui/react/macro';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense } from 'react';
import { type ActiveFilter, type ListOrder, listOrder } from '#/entities/event-filters';
import { type EventSearch, eventSearch } from '#/entities/event-search';
import { zoneText } from '#/entities/time';
import { type EventList, useEventList } from '#/features/events/event-list';
import { type ListName, listScopes } from '#/features/events/lists';
import { Results } from '#/features/events/results';
import { SortSelect } from '#/features/events/sort-select';
import { StatusTabs } from '#/features/events/status-tabs';
import { useViewChoice } from '#/features/events/view-choice';
import { Filters } from '#/features/filters/filters';
import { FollowChosen } from '#/features/filters/follow-chosen';
import { type Facets, useFilterLabels } from '#/features/filters/labels';
import { useTitle } from '#/lib/channel';
import { excerpt } from '#/lib/excerpt';
import { lazy } from '#/lib/lazy';
import { useEventLabels } from '#/ui/event-labels';
import { LoadError } from '#/ui/states';
import { SubscribeButton } from '#/ui/subscribe-button';
import type { SortField } from '#/ui/table';
import { ViewSwitch } from '#/ui/view-switch';
import '#/features/events/events.css';

const NoResults = lazy(async () => ({ default: (await import('#/features/events/no-results')).NoResults }));

/** The one screen behind /live, /schedule, /upcoming and /vod. */
export function EventsPage({ list: name }: { list: ListName }) {
  const { t } = useLingui();
  const names: Record<ListName, string> = {
    live: t`Live now`,
    schedule: t`Schedule`,
    upcoming: t`Upcoming`,
    vod: t`On demand`,
  };
  useTitle(names[name]);
  const scope = listScopes[name];
  const [search, change] = useAddress();
  const [view, setView] = useViewChoice();
  const list = useEventList(search, scope);
  const order = listOrder(search, scope);
  const sort = (next: ListOrder) => change({ ...search, sort_field: next.field, sort_direction: next.direction });
  const sortBy = (field: SortField) =>
    sort({ field, direction: order.field === field && order.direction === 'asc' ? 'desc' : 'asc' });
  return (
    <div className="wrap page">
      <Heading title={names[name]} search={search} facets={list.meta?.facets} calendar={name !== 'vod'} />
      <StatusTabs search={search} counts={list.meta?.facets?.stream_status} />
      <Filters
        search={search}
        facets={list.meta?.facets}
        total={list.total}
        past={name === 'vod'}
        statuses={scope.statuses.length > 1}
        onChange={change}
        summary={<Summary list={list} />}
        aside={<ViewSwitch view={view} onChange={setView} />}
        end={view !== 'table' && <SortSelect order={order} onChange={sort} />}
      />
      {list.error ? (
        <LoadError error={list.error} onRetry={list.retry} />
      ) : list.total === 0 && !list.stale ? (
        <Suspense>
          <Nothing name={name} search={search} onChange={change} />
        </Suspense>
      ) : (
        <Results list={list} view={view} order={order} onSort={sortBy} />
      )}
    </div>
  );
}

/** The filters in the address, and the way to change them: one step back undoes one change. */
function useAddress(): [EventSearch, (search: EventSearch) => void] {
  const search = eventSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const change = (next: EventSearch) => void navigate({ to: '.', search: next, resetScroll: false });
  return [search, change];
}

interface HeadingProps {
  title: string;
  search: EventSearch;
  facets: Facets | undefined;
  calendar: boolean;
}

function Heading({ title, search, facets, calendar }: HeadingProps) {
  const { t } = useLingui();
  const { lang, zone, now } = useEventLabels();
  const name = zoneText(now / 1000, lang, zone);
  return (
    <div className="page__h">
      <h1>{title}</h1>
      <p className="muted">{t`Times in ${name}.`}</p>
      <div className="page__feed">
        <FollowChosen search={search} facets={facets} />
        {calendar && <SubscribeButton scope={search} />}
      </div>
    </div>
  );
}

function Summary({ list }: { list: EventList }) {
  const { t, i18n } = useLingui();
  if (list.total === undefined || list.error) return null;
  const [shown, total] = [i18n.number(list.events.length), i18n.number(list.total)];
  if (list.total === 0) return t`No games`;
  if (list.events.length < list.total) return t`${shown} of ${total} games`;
  return list.total === 1 ? t`1 game` : t`${total} games`;
}

function Nothing({
  name,
  search,
  onChange,
}: {
  name: ListName;
  search: EventSearch;
  onChange: (search: EventSearch) => void;
}) {
  const { t } = useLingui();
  const labels = useFilterLabels();
  const nothing: Record<ListName, string> = {
    live: t`Nothing is live right now`,
    schedule: t`No games are planned`,
    upcoming: t`No games are planned`,
    vod: t`No recordings yet`,
  };
  const filterName = (filter: ActiveFilter) => {
    if (filter === 'start_date') return t`Dates`;
    if (filter === 'favorites') return t`My favourites`;
    return filter === 'search' ? excerpt(search.search ?? '') : labels.name(filter);
  };
  return (
    <NoResults
      search={search}
      scope={listScopes[name]}
      nothing={nothing[name]}
      filterName={filterName}
      onChange={onChange}
    />
  );
}
