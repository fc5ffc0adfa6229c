import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Star } from 'lucide-react';
import type { ReactNode } from 'react';
import { categoriesQuery, participantsQuery } from '#/api/queries';
import { topSports } from '#/entities/category';
import { activeFilters, chosen, cleared, relaxed, toggled, withChoice, without } from '#/entities/event-filters';
import { type ChoiceFilter, choiceFilters, type EventSearch } from '#/entities/event-search';
import { excerpt } from '#/lib/excerpt';
import { useHasFavourites } from '#/lib/favourites';
import { Chip, RemovableChip } from '#/ui/chip';
import { useEventLabels } from '#/ui/event-labels';
import { SearchBox } from '#/ui/search-box';
import { ChoiceList } from './choice-list';
import { DateChoice, datePresets, useDateLabels } from './date-choice';
import { FilterMenu } from './filter-menu';
import { type Facets, optionsOf, useFilterLabels, valueOf } from './labels';
import './filters.css';

export interface FiltersProps {
  search: EventSearch;
  facets: Facets | undefined;
  total: number | undefined;
  /** Lists of what has been offer past dates. */
  past: boolean;
  /** Only a list of more than one status can be narrowed by it. */
  statuses: boolean;
  onChange: (search: EventSearch) => void;
  /** How much of the result is shown; announced when it changes. */
  summary: ReactNode;
  /** What stands at the right of the sports, and at the end of the filters. */
  aside: ReactNode;
  end: ReactNode;
}

/** Everything that narrows the list of events. The address holds the state; this reads and writes it. */
export function Filters({ aside, end, summary, ...props }: FiltersProps) {
  return (
    <div className="finder">
      <div className="filters">
        <SportChips {...props} />
        {aside}
      </div>
      <div className="resultbar">
        <p role="status">{summary}</p>
        <FilterMenus {...props} />
        <ActiveFilters {...props} />
        {end}
      </div>
    </div>
  );
}

type Narrowing = Omit<FiltersProps, 'aside' | 'end' | 'summary'>;

function SportChips({ search, facets, onChange }: Narrowing) {
  const { t } = useLingui();
  const labels = useFilterLabels();
  const set = chosen(search, 'sport');
  const { data: tree } = useQuery(categoriesQuery());
  const top = new Set(topSports(tree ?? []).map((sport) => sport.alias));
  const sports = optionsOf('sport', facets, set, labels).filter(
    ({ value }) => top.size === 0 || top.has(value) || set.includes(value),
  );
  // A sport counts what is below it, so only the first level adds up.
  const all = facets?.sport
    ?.filter((sport) => top.size === 0 || top.has(sport.alias))
    .reduce((sum, sport) => sum + sport.count, 0);
  return (
    <div className="chips" role="group" aria-label={labels.name('sport')}>
      <SearchBox
        label={t`Search games`}
        placeholder={t`Team, school, place`}
        value={search.search ?? ''}
        onSearch={(text) => onChange(text ? { ...search, search: text } : without(search, 'search'))}
      />
      <OwnChip search={search} onChange={onChange} />
      <Chip pressed={set.length === 0} count={all} onPress={() => onChange(without(search, 'sport'))}>
        {t`All sports`}
      </Chip>
      {sports.map((sport) => (
        <Chip
          key={sport.value}
          pressed={set.includes(sport.value)}
          count={sport.count}
          onPress={() => onChange(toggled(search, 'sport', sport.value))}
        >
          {sport.title}
        </Chip>
      ))}
    </div>
  );
}

/** The games of favourites alone; nothing for visitors who have none. */
function OwnChip({ search, onChange }: Pick<Narrowing, 'search' | 'onChange'>) {
  const { t } = useLingui();
  const on = search.favorites === '1';
  if (!useHasFavourites() && !on) return null;
  return (
    <Chip pressed={on} onPress={() => onChange(on ? without(search, 'favorites') : { ...search, favorites: '1' })}>
      <Star className={on ? 'i i-16 i-fill' : 'i i-16'} aria-hidden="true" />
      {t`My favourites`}
    </Chip>
  );
}

/** The menus in their order; a menu of several filters shows each as a section. */
const menus: readonly (readonly ChoiceFilter[])[] = [
  ['school'],
  ['team'],
  ['division', 'group'],
  ['location', 'city', 'state'],
  ['gender'],
  ['type'],
  ['stream_status'],
];

function FilterMenus(props: Narrowing) {
  const { t } = useLingui();
  const { search, statuses, total, past, onChange } = props;
  const offered = menus.filter((menu) => statuses || !menu.includes('stream_status'));
  const dated = search.start_date || search.end_date ? 1 : 0;
  return (
    <>
      {offered.map((menu) => (
        <ChoiceMenu key={menu[0]} menu={menu} {...props} />
      ))}
      <FilterMenu label={t`Dates`} set={dated} total={total} onClear={() => onChange(relaxed(search, 'start_date'))}>
        {() => (
          <DateChoice
            dates={search}
            past={past}
            onChange={({ start_date, end_date }) =>
              onChange({
                ...relaxed(search, 'start_date'),
                ...(start_date && { start_date }),
                ...(end_date && { end_date }),
              })
            }
          />
        )}
      </FilterMenu>
    </>
  );
}

/** One menu. It is left out when the list, unfiltered, has nothing to choose there, but only once that is known. */
function ChoiceMenu({ menu, search, facets, total, onChange }: Narrowing & { menu: readonly ChoiceFilter[] }) {
  const { t } = useLingui();
  const labels = useFilterLabels();
  const set = menu.reduce((sum, filter) => sum + chosen(search, filter).length, 0);
  const choices = menu.reduce((sum, filter) => sum + (facets?.[filter]?.length ?? 0), 0);
  if (facets && choices < 2 && menu[0] !== 'team' && activeFilters(search).length === 0) return null;
  const label = menu[0] === 'location' ? t`Place` : labels.name(menu[0] as ChoiceFilter);
  const clear = () => onChange(without(search, ...menu));
  return (
    <FilterMenu label={label} set={set} total={total} onClear={clear}>
      {() =>
        menu[0] === 'team' ? (
          <TeamChoices search={search} facets={facets} onChange={onChange} />
        ) : (
          <Choices menu={menu} search={search} facets={facets} onChange={onChange} />
        )
      }
    </FilterMenu>
  );
}

interface ChoicesProps {
  menu: readonly ChoiceFilter[];
  search: EventSearch;
  facets: Facets | undefined;
  onChange: (search: EventSearch) => void;
}

function Choices({ menu, search, facets, onChange }: ChoicesProps) {
  const labels = useFilterLabels();
  const sections = menu.map((filter) => ({
    key: filter,
    title: labels.name(filter),
    options: optionsOf(filter, facets, chosen(search, filter), labels),
    chosen: chosen(search, filter),
    onToggle: (value: string) => onChange(toggled(search, filter, value)),
  }));
  return <ChoiceList sections={sections} />;
}

/** Teams are many: they come from their own call, within the chosen schools and sports, when the menu opens. */
function TeamChoices({ search, facets, onChange }: Omit<ChoicesProps, 'menu'>) {
  const within = { ...(search.school && { school: search.school }), ...(search.sport && { sport: search.sport }) };
  const { teamSport } = useEventLabels();
  const { data: tree } = useQuery(categoriesQuery());
  const { data } = useQuery(participantsQuery(within));
  const counts = new Map(facets?.team?.map((team) => [valueOf(team), team.count]));
  const set = chosen(search, 'team');
  const options = (data ?? []).map((team) => {
    const value = team.alias || `${team.id}`;
    return {
      value,
      title: [team.name, teamSport(team, tree ?? [])].filter(Boolean).join(', '),
      count: counts.get(value),
    };
  });
  const sections = [
    {
      key: 'team',
      title: '',
      options,
      chosen: set,
      onToggle: (value: string) => onChange(toggled(search, 'team', value)),
    },
  ];
  return <ChoiceList sections={sections} />;
}

function ActiveFilters({ search, facets, past, onChange }: Narrowing) {
  const { t } = useLingui();
  const labels = useFilterLabels();
  const dates = useDateLabels();
  const active = activeFilters(search);
  const words = search.search && excerpt(search.search);
  if (active.length === 0) return null;
  const picks = choiceFilters
    .filter((filter) => filter !== 'sport')
    .flatMap((filter) => chosen(search, filter).map((value) => ({ filter, value })));
  return (
    <>
      {picks.map(({ filter, value }) => (
        <RemovableChip
          key={filter + value}
          label={labels.value(filter, value, facets)}
          onRemove={() =>
            onChange(
              withChoice(
                search,
                filter,
                chosen(search, filter).filter((one) => one !== value),
              ),
            )
          }
        />
      ))}
      {active.includes('start_date') && (
        <RemovableChip
          label={dates.text(search, datePresets(past))}
          onRemove={() => onChange(relaxed(search, 'start_date'))}
        />
      )}
      {words && <RemovableChip label={t`“${words}”`} onRemove={() => onChange(without(search, 'search'))} />}
      <button type="button" className="link clear" onClick={() => onChange(cleared(search))}>
        {t`Clear all`}
      </button>
    </>
  );
}
