import { useQuery } from '@tanstack/react-query';
import { categoriesQuery, participantGroupsQuery, participantsQuery } from '#/api/queries';
import type { Category, Participant, ParticipantGroup } from '#/api/types';
import { flat } from '#/entities/category';
import type { HomeSearch } from '#/entities/home-search';

export type Scope =
  | { kind: 'all' }
  | { kind: 'loading' }
  | { kind: 'unknown'; wanted: string }
  | { kind: 'school'; school: ParticipantGroup }
  | { kind: 'team'; team: Participant }
  | { kind: 'sport'; sport: Category };

/** What the home is about. Unknown names are told apart from those still being looked up. */
export function useScope(search: HomeSearch): Scope {
  const schools = useQuery({ ...participantGroupsQuery(), enabled: search.school !== undefined });
  const teams = useQuery({ ...participantsQuery(), enabled: search.team !== undefined });
  const sports = useQuery({ ...categoriesQuery(), enabled: search.sport !== undefined });
  if (search.school !== undefined) {
    return found(schools, search.school, (list, wanted) => {
      const school = list.find((one) => isNamed(one, wanted));
      return school && { kind: 'school', school };
    });
  }
  if (search.team !== undefined) {
    return found(teams, search.team, (list, wanted) => {
      const team = list.find((one) => isNamed(one, wanted));
      return team && { kind: 'team', team };
    });
  }
  if (search.sport !== undefined) {
    return found(sports, search.sport, (list, wanted) => {
      const sport = flat(list).find((one) => isNamed({ ...one, name: one.title }, wanted));
      return sport && { kind: 'sport', sport };
    });
  }
  return { kind: 'all' };
}

function found<T>(
  query: { data: T | undefined; isPending: boolean },
  wanted: string,
  find: (list: T, wanted: string) => Scope | undefined,
): Scope {
  if (query.isPending) return { kind: 'loading' };
  return (query.data && find(query.data, wanted)) ?? { kind: 'unknown', wanted };
}

function isNamed(one: { alias: string; name: string; short_name?: string }, wanted: string): boolean {
  const low = wanted.toLowerCase();
  return [one.alias, one.name, one.short_name].some((name) => name?.toLowerCase() === low);
}
