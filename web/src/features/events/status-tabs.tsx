import { useLingui } from '@lingui/react/macro';
import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { FacetValue, StreamStatus } from '#/api/types';
import { without } from '#/entities/event-filters';
import type { EventSearch } from '#/entities/event-search';
import { type ListName, listNames, listScopes } from './lists';

/** Pixels of the tab before the current one that stay in sight, as a sign that there is more. */
const peek = 48;

/** The lists of the channel as tabs; each is a page of its own, and filters come along. */
export function StatusTabs({ search, counts }: { search: EventSearch; counts: FacetValue[] | undefined }) {
  const { t, i18n } = useLingui();
  const names: Record<ListName, string> = {
    live: t({ message: 'Live', context: 'status' }),
    schedule: t`Live and upcoming`,
    upcoming: t`Upcoming`,
    vod: t`On demand`,
  };
  const strip = useRef<HTMLElement>(null);
  const counted = counts !== undefined;
  const { pathname } = useLocation();
  // On a phone the strip is wider than the screen: where one is comes into it, again once the counts have widened it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: both say when to look again
  useEffect(() => {
    const current = strip.current?.querySelector<HTMLElement>('[aria-current]');
    if (strip.current && current) strip.current.scrollLeft = current.offsetLeft - strip.current.offsetLeft - peek;
  }, [pathname, counted]);
  return (
    <nav className="tabs" aria-label={t`Status`} ref={strip}>
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
