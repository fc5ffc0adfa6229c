import { describe, expect, test } from 'vitest';
import type { Category, Participant, Product } from '#/api/types';
import { addable, alternatives, buyHref, coverageOf, covers, renewalOf, shelf, yearlySaving } from './offer';

const product = (id: number, over: Partial<Product> = {}): Product => ({
  id,
  name: `Product ${id}`,
  description: '',
  type: 'season',
  currency: 'CAD',
  base_price: 1000,
  service_fee: 130,
  price: 1130,
  period: '',
  offer: '',
  is_team_pass: false,
  choice: '',
  trial_period: 0,
  renewal: false,
  image: '',
  image_srcset: '',
  image_placeholder: '',
  event_categories: [],
  participants: [],
  capabilities: ['watch'],
  ends_at: null,
  pass_type: '',
  weight: 0,
  purchased: false,
  auto_renew_cancelled: false,
  clip_limit: 0,
  download_limit: 0,
  disabledCategories: [],
  disabledParticipants: [],
  ...over,
});

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
const [hockey, soccer] = [node(1, [node(11), node(12)]), node(2)];
const tree = [node(0, [hockey, soccer])];

const team = (id: number, school: number, sport: number): Participant => ({
  id,
  name: `Team ${id}`,
  short_name: '',
  code: '',
  alias: `team-${id}`,
  color: '',
  on_color: '',
  image: '',
  images: [],
  image_placeholder: '',
  participant_group_id: school,
  group: { id: school, name: `School ${school}`, alias: `school-${school}` },
  properties: { gender: 'M', sport },
});
const people = [team(21, 5, 11), team(22, 5, 2), team(23, 6, 12)];

const monthly = product(31, { type: 'monthly', period: 'month', renewal: true });
const annual = product(32, { type: 'annual', period: 'year', offer: 'annual', renewal: true, price: 9000 });
const addOn = product(33, { type: 'additional', pass_type: 'addition', renewal: true });
const ticket = product(41, { type: 'event' });
const hockeyPass = product(42, { event_categories: [1] });
const teamPass = product(43, { is_team_pass: true, participants: [21, 22] });

describe('shelf', () => {
  const on = shelf([ticket, hockeyPass, teamPass], [addOn, annual, monthly]);

  test('sorts by the way things are chosen and leaves tickets out', () => {
    expect(on).toEqual({
      subscriptions: [annual, monthly],
      passes: [hockeyPass],
      teamPasses: [teamPass],
      addOns: [addOn],
    });
  });

  test('alternatives are the products of the same kind', () => {
    expect(alternatives(monthly, on)).toEqual([annual, monthly]);
    expect(alternatives(teamPass, on)).toEqual([teamPass]);
    expect(alternatives(addOn, on)).toEqual([addOn]);
  });
});

describe('coverage', () => {
  test('is everything when nothing or every sport is named', () => {
    expect(coverageOf(monthly, tree, people)).toEqual({ kind: 'everything' });
    expect(coverageOf(product(1, { event_categories: [1, 2] }), tree, people)).toEqual({ kind: 'everything' });
    expect(coverageOf(hockeyPass, tree, people)).toEqual({ kind: 'sports', sports: [hockey] });
  });

  test('names the school that all teams share', () => {
    expect(coverageOf(teamPass, tree, people)).toMatchObject({ kind: 'teams', school: { id: 5, name: 'School 5' } });
    expect(coverageOf(product(1, { participants: [21, 23] }), tree, people)).toMatchObject({ school: null });
    expect(coverageOf(teamPass, tree, [])).toEqual({ kind: 'teams', teams: [], school: null });
  });

  test.each([
    [hockeyPass, hockey, undefined, true],
    [hockeyPass, soccer, undefined, false],
    [hockeyPass, undefined, { id: 6 }, true],
    [product(1, { event_categories: [11] }), hockey, undefined, true],
    [teamPass, soccer, { id: 5 }, true],
    [teamPass, hockey, { id: 5 }, true],
    [teamPass, undefined, { id: 6 }, false],
    [product(1, { participants: [23] }), soccer, undefined, false],
    [monthly, soccer, { id: 6 }, true],
  ])('%# is narrowed as people expect', (of, sport, school, fits) => {
    expect(covers(coverageOf(of, tree, people), sport, school)).toBe(fits);
  });
});

test('renewal, saving and the way to the till', () => {
  expect([monthly, annual, teamPass].map(renewalOf)).toEqual(['monthly', 'annual', 'none']);
  expect(yearlySaving(annual, monthly)).toBe(33);
  expect(yearlySaving(annual, { ...monthly, price: 100 })).toBe(0);
  expect(yearlySaving(annual, { ...monthly, currency: 'USD' })).toBe(0);
  expect(buyHref(monthly, [monthly])).toBe('/buy?subscription_id=31');
  expect(buyHref(teamPass, [monthly])).toBe('/buy?package_id=43');
  expect(buyHref(teamPass, [monthly], { participant_id: 21 })).toBe('/buy?package_id=43&participant_id=21');
  expect(buyHref(teamPass, [monthly], { participant_id: 21 }, { event_id: 7 })).toBe(
    '/buy?package_id=43&participant_id=21&event_id=7',
  );
  expect(buyHref(monthly, [monthly], undefined, { vod_id: 9 })).toBe('/buy?subscription_id=31&vod_id=9');
});

describe('add-ons that are paid together with something', () => {
  const downloads = product(60, { pass_type: 'addition', event_categories: [1], capabilities: ['download'] });
  const base = product(5, { event_categories: [1] });

  test('give what it does not, for a sport of it, in its currency', () => {
    expect(addable([downloads], base, tree)).toEqual([downloads]);
    expect(addable([downloads], { ...base, event_categories: [11] }, tree)).toEqual([downloads]);
    expect(addable([downloads], { ...base, event_categories: [] }, tree)).toEqual([downloads]);
    expect(addable([downloads], { ...base, event_categories: [2] }, tree)).toEqual([]);
    expect(addable([downloads], { ...base, capabilities: ['watch', 'download'] }, tree)).toEqual([]);
    expect(addable([downloads], { ...base, currency: 'USD' }, tree)).toEqual([]);
  });

  test('are neither bought already nor sold in parts', () => {
    expect(
      addable(
        [
          { ...downloads, purchased: true },
          { ...downloads, choice: 'category' },
        ],
        base,
        tree,
      ),
    ).toEqual([]);
  });
});
