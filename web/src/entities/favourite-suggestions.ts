import type { Category, EventSummary, Participant, ParticipantGroup } from '#/api/types';
import { topSports } from './category';
import { type FavouriteKey, favouriteKey } from './favourite';

/** What can be suggested as a favourite. */
export interface Followable {
  teams: Participant[];
  schools: ParticipantGroup[];
  sports: Category[];
}

interface Known {
  teams: readonly Participant[];
  schools: readonly ParticipantGroup[];
  tree: readonly Category[];
  /** Games that are live or come next: their teams are suggested first. */
  next: readonly Pick<EventSummary, 'participants'>[];
}

/** With so many teams, schools and sports a person has enough to need no suggestions. */
export const enoughFavourites = 6;

/** Some of each kind that are not favourites yet; teams that no favourite includes come first. */
export function favouriteSuggestions(
  known: Known,
  isFavourite: (key: FavouriteKey) => boolean,
  ofEach: number,
): Followable {
  const order = new Map<number, number>();
  for (const { id } of known.next.flatMap(({ participants }) => participants)) {
    if (!order.has(id)) order.set(id, order.size);
  }
  const isIncluded = ({ group, properties: { sport } }: Participant) =>
    (group !== undefined && isFavourite(favouriteKey('group', group.id))) ||
    (sport !== null && isFavourite(favouriteKey('category', sport)));
  const place = (team: Participant) =>
    (isIncluded(team) ? known.teams.length : 0) + (order.get(team.id) ?? known.teams.length);
  return {
    teams: known.teams
      .filter(({ id }) => !isFavourite(favouriteKey('participant', id)))
      .toSorted((a, b) => place(a) - place(b))
      .slice(0, ofEach),
    schools: known.schools.filter(({ id }) => !isFavourite(favouriteKey('group', id))).slice(0, ofEach),
    sports: topSports(known.tree)
      .filter(({ id }) => !isFavourite(favouriteKey('category', id)))
      .slice(0, ofEach),
  };
}
