import { describe, expect, test } from 'vitest';
import type { Category, Participant, Product } from '#/api/types';
import { choosables, chosenOf, isBought, narrowed, selectForEvent, selectHref, wantedFor } from './choice';
import { wantedIn } from './wanted';

const node = (id: number, children: Category[] = []): Category => ({
  id,
  parent_id: id === 0 ? null : 0,
  title: `Sport ${id}`,
  alias: `sport-${id}`,
  image: '',
  image_srcset: '',
  image_placeholder: '',
  color: '',
  children,
});
const tree = [node(0, [node(1, [node(11), node(12)]), node(2), node(3)])];

const team = (id: number, sport: number) =>
  ({ id, name: `Team ${id}`, participant_group_id: 5, properties: { gender: 'M', sport } }) as Participant;
const sportOf = (one: Participant) => `Sport ${one.properties.sport}`;
const people = [team(21, 11), team(22, 2), team(23, 12)];

const pass = (over: Partial<Product>) =>
  ({
    id: 40,
    choice: '',
    is_team_pass: false,
    purchased: false,
    auto_renew_cancelled: false,
    event_categories: [],
    participants: [],
    disabledCategories: [],
    disabledParticipants: [],
    ...over,
  }) as unknown as Product;
const sports = pass({ choice: 'category', event_categories: [2, 1], disabledCategories: [2] });
const teams = pass({ choice: 'participant', is_team_pass: true, participants: [23, 21], disabledParticipants: [23] });

describe('choosing a part of a product', () => {
  test('is among its sports or teams, those bought already marked', () => {
    expect(choosables(sports, tree, people, sportOf)).toEqual([
      { id: 1, name: 'Sport 1', about: '', taken: false },
      { id: 2, name: 'Sport 2', about: '', taken: true },
    ]);
    expect(choosables(teams, tree, people, sportOf)).toEqual([
      { id: 21, name: 'Team 21', about: 'Sport 11', team: people[0], taken: false },
      { id: 23, name: 'Team 23', about: 'Sport 12', team: people[2], taken: true },
    ]);
    expect(choosables(pass({ event_categories: [1, 2] }), tree, people, sportOf)).toEqual([]);
  });

  test.each([
    ['its own', sports, { event_category_id: 1 }, 1],
    ['a sport below it', sports, { event_category_id: 12 }, 1],
    ['a sport that is bought already', sports, { event_category_id: 2 }, undefined],
    ['a sport of another product', sports, { event_category_id: 3 }, undefined],
    ['nothing', sports, {}, undefined],
    ['a team where sports are chosen', sports, { participant_id: 1 }, undefined],
    ['a team', teams, { participant_id: 21, event_category_id: 1 }, 21],
    ['a team that is bought already', teams, { participant_id: 23 }, undefined],
    ['a team of another product', teams, { participant_id: 22 }, undefined],
  ])('wanted: %s', (_, product, wanted, id) => {
    expect(chosenOf(product, choosables(product, tree, people, sportOf), wanted, tree)?.id).toBe(id);
  });

  test('an address says it in the words of the specification', () => {
    expect(wantedIn({ participant_id: '21', event_category_id: 3 })).toEqual({
      participant_id: 21,
      event_category_id: 3,
    });
    expect(wantedIn({ participant_id: '0', event_category_id: '1e3', option: 4 })).toEqual({});
    expect(wantedFor(teams, 21)).toEqual({ participant_id: 21 });
    expect(wantedFor(sports, 1)).toEqual({ event_category_id: 1 });
    const game = { id: 7, event_category_id: 11, home_team_id: 23, participants: [{ id: 21 }, { id: 23 }] };
    expect(selectForEvent(teams, game)).toBe('/select-package/40?event_id=7&participant_id=23');
    expect(selectForEvent(teams, { ...game, home_team_id: null })).toBe(
      '/select-package/40?event_id=7&participant_id=21',
    );
    expect(selectForEvent(sports, game)).toBe('/select-package/40?event_id=7&event_category_id=11');
    expect(selectHref(sports)).toBe('/select-package/40');
    expect(selectHref(sports, { vod_id: 9 })).toBe('/select-package/40?vod_id=9');
    expect(selectForEvent(pass({}), game)).toBe('/select-package/40?event_id=7');
  });

  test('narrows what is bought to it', () => {
    expect(narrowed(sports, choosables(sports, tree, people, sportOf)[0]).event_categories).toEqual([1]);
    expect(narrowed(teams, choosables(teams, tree, people, sportOf)[0]).participants).toEqual([21]);
    expect(narrowed(sports, undefined)).toBe(sports);
  });
});

test('a product is bought when all its parts are', () => {
  expect(isBought(sports)).toBe(false);
  expect(isBought({ ...sports, disabledCategories: [1, 2] })).toBe(true);
  expect(isBought({ ...teams, disabledParticipants: [21] })).toBe(false);
  expect(isBought({ ...teams, disabledParticipants: [21, 23] })).toBe(true);
  expect(isBought(pass({ purchased: true }))).toBe(true);
  expect(isBought(pass({}))).toBe(false);
});
