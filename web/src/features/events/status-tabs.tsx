import { useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import type { FacetValue, StreamStatus } from '#/api/types';
import { type EventSearch, without } from '#/entities/event-search';
import { type ListName, listNames, listScopes } from './lists';

/** The lists of the channel as tabs; each is a page of its own, and filters come along. */
export function StatusTabs({ search, counts }: { search: EventSearch; counts: FacetValue[] | undefined }) {
  const { t, i18n } = useLingui();
  const names: Record<ListName, string> = {
    live: t({ message: 'Live', context: 'status' }),
    schedule: t`Live and upcoming`,
    upcoming: t`Upcoming`,
    vod: t`On demand`,
  };
  return (
    <nav className="tabs" aria-label={t`Status`}>
      {listNames.map((name) => {
        const count = counts && countOf(counts, listScopes[name].statuses);
        return (
          <Link
            key={name}
            className="tab"
            to={`/${name}`}
            search={without(search, 'stream_status', 'sort_direction')}
            resetScroll={false}
            activeOptions={{ includeSearch: false }}
            activeProps={{ 'aria-current': 'page' }}
          >
            {name === 'live' && <span className="dot" />}
            {names[name]}
            {count !== undefined && <sup>{i18n.number(count)}</sup>}
          </Link>
        );
      })}
    </nav>
  );
}

function countOf(counts: readonly FacetValue[], statuses: readonly StreamStatus[]): number {
  return counts
    .filter((one) => statuses.some((status) => status === one.alias))
    .reduce((sum, one) => sum + one.count, 0);
}
