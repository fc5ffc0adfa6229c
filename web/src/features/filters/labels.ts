import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { categoriesQuery, locationsQuery, participantGroupsQuery } from '#/api/queries';
import type { FacetName, FacetValue, Language } from '#/api/types';
import { flat } from '#/entities/category';
import type { ChoiceFilter } from '#/entities/event-search';

export type Facets = Partial<Record<FacetName, FacetValue[]>>;

export interface Option {
  value: string;
  title: string;
  count: number | undefined;
}

export interface FilterLabels {
  lang: Language;
  /** Name of a filter, as over its choices. */
  name(filter: ChoiceFilter): string;
  /** The sentence of a value; closed lists are ours, facets and the configuration know names, the rest is shown as it is. */
  value(filter: ChoiceFilter, value: string, facets: Facets | undefined): string;
}

export function useFilterLabels(): FilterLabels {
  const { t, i18n } = useLingui();
  const titles = useTitles();
  return useMemo(() => {
    const names: Record<ChoiceFilter, string> = {
      sport: t`Sport`,
      school: t`School`,
      team: t`Team`,
      division: t`Division`,
      group: t`Group`,
      location: t`Venue`,
      city: t`City`,
      state: t`Province or state`,
      gender: t`Women / men`,
      type: t`Access`,
      stream_status: t`Status`,
    };
    const closed: Partial<Record<ChoiceFilter, Record<string, string>>> = {
      gender: { M: t`Men`, W: t`Women` },
      type: { free: t`Free`, register: t`With an account`, paid: t`With a pass or a ticket`, ppv: t`Pay-per-view` },
      stream_status: { live: t({ message: 'Live', context: 'status' }), upcoming: t`Upcoming`, finished: t`On demand` },
    };
    return {
      lang: i18n.locale === 'fr' ? 'fr' : 'en',
      name: (filter) => names[filter],
      value: (filter, value, facets) =>
        closed[filter]?.[value] ??
        facets?.[filter]?.find((one) => valueOf(one) === value)?.title ??
        titles[filter]?.get(value) ??
        value,
    };
  }, [t, i18n.locale, titles]);
}

/** Names the configuration knows, for values that no facet mentions now. */
function useTitles(): Partial<Record<ChoiceFilter, Map<string, string>>> {
  const categories = useQuery(categoriesQuery()).data;
  const groups = useQuery(participantGroupsQuery()).data;
  const places = useQuery({ ...locationsQuery(), enabled: false }).data;
  return useMemo(
    () => ({
      sport: new Map(flat(categories ?? []).map((sport) => [sport.alias, sport.title])),
      school: new Map(groups?.map((school) => [school.alias, school.short_name || school.name])),
      location: new Map(places?.map((place) => [place.alias, place.name])),
    }),
    [categories, groups, places],
  );
}

/** What of a facet value goes into the address: its alias, which people can read, else its id. */
export function valueOf(facet: FacetValue): string {
  return facet.alias || `${facet.id}`;
}

/** The choices of a filter: what the facets offer, and what is chosen although nothing matches it now. */
export function optionsOf(
  filter: ChoiceFilter,
  facets: Facets | undefined,
  chosen: readonly string[],
  labels: FilterLabels,
): Option[] {
  const offered = (facets?.[filter] ?? []).map((facet) => {
    const value = valueOf(facet);
    return { value, title: labels.value(filter, value, facets), count: facet.count };
  });
  const known = new Set(offered.map((option) => option.value));
  const kept = chosen.filter((value) => !known.has(value));
  return [
    ...kept.map((value) => ({ value, title: labels.value(filter, value, facets), count: facets && 0 })),
    ...offered,
  ];
}
