import { useLingui } from '@lingui/react/macro';
import { useQueries } from '@tanstack/react-query';
import { eventsQuery } from '#/api/queries';
import {
  type ActiveFilter,
  activeFilters,
  apiFilters,
  cleared,
  type ListScope,
  relaxed,
} from '#/entities/event-filters';
import type { EventSearch } from '#/entities/event-search';
import { viewerZone } from '#/entities/zones';
import { useFavouritesAsked } from '#/lib/favourites';
import { Button } from '#/ui/button';
import { Empty } from '#/ui/states';

interface NoResultsProps {
  search: EventSearch;
  scope: ListScope;
  /** The sentence when nothing is filtered and there is nothing. */
  nothing: string;
  /** What a filter is called in "without …". */
  filterName: (name: ActiveFilter) => string;
  onChange: (search: EventSearch) => void;
}

/** So many ways out are offered; more would be a second filter bar. */
const offersShown = 2;

/** An empty list: what is missing, and the nearest match, found by leaving out one filter at a time. */
export function NoResults({ search, scope, nothing, filterName, onChange }: NoResultsProps) {
  const { t } = useLingui();
  const active = activeFilters(search);
  const offers = useNearest(search, scope);
  if (active.length === 0) return <Empty title={nothing} />;
  return (
    <Empty
      title={t`No games match these filters`}
      action={
        <div className="chips">
          {offers.map(({ name, total }) => {
            const filter = filterName(name);
            return (
              <Button key={name} size="sm" onClick={() => onChange(relaxed(search, name))}>
                {total === 1 ? t`1 game without “${filter}”` : t`${total} games without “${filter}”`}
              </Button>
            );
          })}
          <Button look="line" size="sm" onClick={() => onChange(cleared(search))}>
            {t`Clear all filters`}
          </Button>
        </div>
      }
    >
      <p className="muted">
        {offers.length > 0 ? t`These results leave out one filter.` : t`Try other filters or other days.`}
      </p>
    </Empty>
  );
}

/** For each active filter, how many events there are without it; the closest first, which is the fewest. */
function useNearest(search: EventSearch, scope: ListScope) {
  const active = activeFilters(search);
  const favourites = useFavouritesAsked();
  const found = useQueries({
    queries: active.map((name) => ({
      ...eventsQuery({ ...apiFilters(relaxed(search, name), scope, viewerZone(), favourites), limit: 1 }),
    })),
  });
  return active
    .map((name, index) => ({ name, total: found[index]?.data?.meta.total ?? 0 }))
    .filter((offer) => offer.total > 0)
    .toSorted((a, b) => a.total - b.total)
    .slice(0, offersShown);
}
