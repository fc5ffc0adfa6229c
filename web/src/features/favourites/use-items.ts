import { useQuery } from '@tanstack/react-query';
import { useStore } from 'zustand';
import { categoriesQuery, eventsQuery, locationsQuery, participantGroupsQuery, participantsQuery } from '#/api/queries';
import type { Category, EventSummary, LocationEntry, Participant, ParticipantGroup } from '#/api/types';
import { flat } from '#/entities/category';
import { type FavouriteKey, type FavouriteKind, favouriteKinds, splitKey } from '#/entities/favourite';
import { favourites } from '#/lib/favourites';
import { useEver } from '#/ui/use-ever';

export interface Items {
  participant: Participant[];
  group: ParticipantGroup[];
  category: Category[];
  event: EventSummary[];
  location: LocationEntry[];
  /** How many there are in all. */
  count: number;
  /** Some are not known yet. */
  loading: boolean;
}

/** Most events that one call can name. */
const mostEvents = 100;

/** Everything somebody made a favourite, by kind, the newest first. */
export function useItems(): Items {
  const ids = idsByKind(useEver(useStore(favourites, (state) => state.kept)));
  const teams = useQuery({ ...participantsQuery(), enabled: ids.participant.length > 0 });
  const schools = useQuery({ ...participantGroupsQuery(), enabled: ids.group.length > 0 });
  const sports = useQuery({ ...categoriesQuery(), enabled: ids.category.length > 0 });
  const places = useQuery({ ...locationsQuery(), enabled: ids.location.length > 0 });
  const named = ids.event.slice(0, mostEvents);
  const games = useQuery({ ...eventsQuery({ ids: named.join(','), limit: mostEvents }), enabled: named.length > 0 });
  const items = {
    participant: picked(teams.data, ids.participant),
    group: picked(schools.data, ids.group),
    category: picked(sports.data && flat(sports.data), ids.category),
    location: picked(places.data, ids.location),
    event: named.length > 0 ? picked(games.data?.data, named) : [],
  };
  const count = favouriteKinds.reduce((sum, kind) => sum + items[kind].length, 0);
  return { ...items, count, loading: [teams, schools, sports, places, games].some((query) => query.isLoading) };
}

function idsByKind(keys: readonly FavouriteKey[]): Record<FavouriteKind, number[]> {
  const ids: Record<FavouriteKind, number[]> = { participant: [], group: [], category: [], event: [], location: [] };
  for (const key of keys) {
    const { kind, id } = splitKey(key);
    ids[kind].push(id);
  }
  return ids;
}

function picked<T extends { id: number }>(list: readonly T[] | undefined, ids: readonly number[]): T[] {
  const byId = new Map(list?.map((one) => [one.id, one]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
