import { expect, it } from 'vitest';
import type { Category, EventSummary, Participant, ParticipantGroup } from '#/api/types';
import type { FavouriteKey } from './favourite';
import { favouriteSuggestions } from './favourite-suggestions';

const team = (id: number, group: number, sport = 1) =>
  ({ id, group: { id: group }, properties: { gender: 'M', sport } }) as unknown as Participant;
const named = (id: number) => ({ id, name: `${id}`, parent_id: null }) as unknown as ParticipantGroup & Category;
const plays = (...ids: number[]) => ({ participants: ids.map((id) => ({ id })) }) as unknown as EventSummary;

const known = {
  teams: [team(1, 1), team(2, 1), team(3, 2), team(4, 2, 2)],
  schools: [named(1), named(2), named(3)],
  tree: [named(1), named(2)],
  next: [plays(4, 3), plays(3, 1)],
};

const suggested = (followed: FavouriteKey[], ofEach = 9) => {
  const { teams, schools, sports } = favouriteSuggestions(known, (key) => followed.includes(key), ofEach);
  return [teams, schools, sports].map((list) => list.map(({ id }) => id));
};

it('suggests the teams that play next first, and some schools and sports', () => {
  expect(suggested([])).toEqual([
    [4, 3, 1, 2],
    [1, 2, 3],
    [1, 2],
  ]);
  expect(suggested([], 1)).toEqual([[4], [1], [1]]);
});

it('never suggests what is a favourite', () => {
  expect(suggested(['participant-4', 'group-2', 'category-1'])).toEqual([[3, 1, 2], [1, 3], [2]]);
});

it('suggests teams that a favourite school or sport includes last', () => {
  expect(suggested(['group-2'])[0]).toEqual([1, 2, 4, 3]);
  expect(suggested(['category-2'])[0]).toEqual([3, 1, 2, 4]);
});
