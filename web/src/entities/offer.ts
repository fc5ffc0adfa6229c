import type { Category, Participant, Product } from '#/api/types';
import { flat, topSports } from './category';
import { isBought } from './choice';
import { asQuery, type Origin, type Wanted } from './wanted';

/** What a channel sells, by the way it is chosen. Each list keeps the operator's order. */
export interface Shelf {
  subscriptions: Product[];
  passes: Product[];
  teamPasses: Product[];
  addOns: Product[];
}

/** Single tickets are sold on the page of their event, so they stand on no shelf. */
export function shelf(packages: readonly Product[], subscriptions: readonly Product[]): Shelf {
  const sold = packages.filter((product) => product.type !== 'event');
  const main = sold.filter((product) => !isAddOn(product));
  return {
    subscriptions: subscriptions.filter((product) => !isAddOn(product)),
    passes: main.filter((product) => !product.is_team_pass),
    teamPasses: main.filter((product) => product.is_team_pass),
    addOns: [...subscriptions, ...sold].filter(isAddOn),
  };
}

/** The server marks every add-on by its pass type. */
export function isAddOn(product: Product): boolean {
  return product.pass_type === 'addition';
}

/** What an add-on is added to. Without sports it covers all of them. */
export type Base = Pick<Product, 'currency' | 'capabilities' | 'event_categories'>;

/** The add-ons that can be paid together with something: they give what it does not, for a sport of it. */
export function addable(addOns: readonly Product[], base: Base, tree: readonly Category[]): Product[] {
  const sports = flat(tree).filter(({ id }) => base.event_categories.includes(id));
  return addOns.filter(
    (product) =>
      product.choice === '' &&
      product.currency === base.currency &&
      !isBought(product) &&
      product.capabilities.some((capability) => !base.capabilities.includes(capability)) &&
      (sports.length === 0 || sports.some((sport) => covers(coverageOf(product, tree, []), sport, undefined))),
  );
}

/** How a product goes on after its first period. */
export type Renewal = 'monthly' | 'annual' | 'none';

export function renewalOf(
  product: Pick<Product, 'renewal' | 'type' | 'period'> & Partial<Pick<Product, 'offer'>>,
): Renewal {
  if (!product.renewal) return 'none';
  return product.type === 'annual' || product.period === 'year' || product.offer === 'annual' ? 'annual' : 'monthly';
}

/** What a product opens. */
export type Coverage =
  | { kind: 'everything' }
  | { kind: 'sports'; sports: Category[] }
  /** Teams with the one school they all belong to, if they do. */
  | { kind: 'teams'; teams: Participant[]; school: { id: number; name: string } | null };

export function coverageOf(product: Product, tree: readonly Category[], people: readonly Participant[]): Coverage {
  if (product.participants.length > 0) {
    const wanted = new Set(product.participants);
    const teams = people.filter((team) => wanted.has(team.id));
    return { kind: 'teams', teams, school: commonSchool(teams) };
  }
  const wanted = new Set(product.event_categories);
  const sports = topSports(tree);
  if (wanted.size === 0 || (sports.length > 0 && sports.every((sport) => wanted.has(sport.id))))
    return { kind: 'everything' };
  return { kind: 'sports', sports: flat(tree).filter((node) => wanted.has(node.id)) };
}

function commonSchool(teams: readonly Participant[]): { id: number; name: string } | null {
  const school = teams[0]?.group;
  return school && teams.every((team) => team.group?.id === school.id) ? { id: school.id, name: school.name } : null;
}

/** Whether a product opens games of this sport and of this school; undefined asks for nothing. */
export function covers(coverage: Coverage, sport: Category | undefined, school: { id: number } | undefined): boolean {
  if (coverage.kind === 'everything') return true;
  if (coverage.kind === 'sports') return !sport || coverage.sports.some((one) => within(one, sport));
  return coverage.teams.some(
    (team) =>
      (!school || team.participant_group_id === school.id) &&
      (!sport || flat([sport]).some((node) => node.id === team.properties.sport)),
  );
}

/** A pass for men's hockey is one for hockey, and the other way round. */
function within(one: Category, sport: Category): boolean {
  return flat([sport]).some((node) => node.id === one.id) || flat([one]).some((node) => node.id === sport.id);
}

/**
 * The products a buyer chooses between when looking at one: its kind, the product itself among them. What is bought in
 * parts is no alternative to what is bought as a whole.
 */
export function alternatives(product: Product, on: Shelf): Product[] {
  const lists = [on.subscriptions, on.teamPasses, on.passes];
  const list = lists.find((one) => one.includes(product)) ?? [product];
  return list.filter(({ choice }) => choice === product.choice);
}

/** Where a product is bought, with what its buyer chose of it and wants to watch with it. */
export function buyHref(
  product: Product,
  subscriptions: readonly Product[],
  wanted: Wanted = {},
  origin: Origin = {},
): string {
  const name = subscriptions.some((one) => one.id === product.id) ? 'subscription_id' : 'package_id';
  const more = asQuery({ ...wanted, ...origin });
  return `/buy?${name}=${product.id}${more && `&${more}`}`;
}

/** Whole percent that a year's price saves over twelve months of a monthly one; 0 when it saves nothing. */
export function yearlySaving(annual: Product, monthly: Product): number {
  const year = monthly.price * 12;
  if (annual.currency !== monthly.currency || year <= 0 || annual.price >= year) return 0;
  return Math.floor(((year - annual.price) / year) * 100);
}
