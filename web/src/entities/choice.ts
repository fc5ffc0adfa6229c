import type { Category, Participant, Product } from '#/api/types';
import { flat } from './category';
import { asQuery, type Origin, type Wanted } from './wanted';

/** One of what a product lets its buyer choose from. */
export interface Choosable {
  id: number;
  name: string;
  /** The sport of a team. */
  about: string;
  team?: Participant;
  /** Bought already. */
  taken: boolean;
  /** Bought, and its payment is under dispute. */
  onHold?: boolean;
}

/** What a buyer chooses from, in the order of the teams and of the tree; nothing where a product is bought as a whole. */
export function choosables(
  product: Product,
  tree: readonly Category[],
  people: readonly Participant[],
  sportOf: (team: Participant) => string,
): Choosable[] {
  if (product.choice === 'participant') {
    const [offered, taken] = [new Set(product.participants), new Set(product.disabledParticipants)];
    return people
      .filter(({ id }) => offered.has(id))
      .map((team) => ({
        id: team.id,
        name: team.name,
        about: sportOf(team),
        team,
        taken: taken.has(team.id),
      }));
  }
  if (product.choice === 'category') {
    const [offered, taken] = [new Set(product.event_categories), new Set(product.disabledCategories)];
    return flat(tree)
      .filter(({ id }) => offered.has(id))
      .map(({ id, title }) => ({ id, name: title, about: '', taken: taken.has(id) }));
  }
  return [];
}

/** What is chosen: what the address wants, or the sport above it, as long as it can still be bought. */
export function chosenOf(
  product: Product,
  from: readonly Choosable[],
  wanted: Wanted,
  tree: readonly Category[],
): Choosable | undefined {
  const id = product.choice === 'participant' ? wanted.participant_id : wanted.event_category_id;
  if (id === undefined) return undefined;
  const above =
    product.choice === 'category' ? flat(tree).filter((sport) => flat([sport]).some((one) => one.id === id)) : [];
  const ids = new Set([id, ...above.map((sport) => sport.id)]);
  return from.find((one) => ids.has(one.id) && !one.taken && !one.onHold);
}

/** The choice as an address says it. */
export function wantedFor(product: Product, id: number): Wanted {
  return product.choice === 'participant' ? { participant_id: id } : { event_category_id: id };
}

/** A product as far as it is bought: with what was chosen alone. */
export function narrowed(product: Product, chosen: Choosable | undefined): Product {
  if (!chosen) return product;
  return product.choice === 'participant'
    ? { ...product, participants: [chosen.id] }
    : { ...product, event_categories: [chosen.id] };
}

/** Whether there is nothing left of a product to buy: of a team pass no team, of another no sport. */
export function isBought(product: Product): boolean {
  if (product.purchased) return true;
  const [of, taken] = product.is_team_pass
    ? [product.participants, product.disabledParticipants]
    : [product.event_categories, product.disabledCategories];
  return of.length > 0 && of.every((id) => taken.includes(id));
}

/** An event that somebody comes from who chooses a product. */
interface CameFrom {
  id: number;
  event_category_id: number;
  home_team_id: number | null;
  participants: { id: number }[];
}

/** Where a product is chosen, for somebody who comes from an event, whose part of it is then chosen already. */
export function selectForEvent(product: Pick<Product, 'id' | 'choice'>, event: CameFrom): string {
  const team = event.home_team_id ?? event.participants[0]?.id;
  const part: Wanted =
    product.choice === 'category'
      ? { event_category_id: event.event_category_id }
      : team && product.choice === 'participant'
        ? { participant_id: team }
        : {};
  return selectHref(product, { event_id: event.id, ...part });
}

/** Where a product is chosen. */
export function selectHref(product: Pick<Product, 'id'>, from: Origin & Wanted = {}): string {
  const query = asQuery(from);
  return `/select-package/${product.id}${query && `?${query}`}`;
}
