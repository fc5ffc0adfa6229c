import { idsIn, type Origin, originIn, type Wanted, wantedIn } from './wanted';

/** What an address of the till names, by the specification's parameters, and the order that came of it. */
export interface CartSearch extends Wanted, Origin {
  single_event_package_id?: number;
  package_id?: number;
  subscription_id?: number;
  /** Another name for `event_category_id`. */
  category_id?: number;
  /** Which of several ids is meant: `event`, `package`, `subscription`. */
  type?: string;
  order?: number;
  /** Add-ons that are bought with it, by id. */
  add?: readonly number[];
}

const ids = ['single_event_package_id', 'package_id', 'subscription_id', 'category_id', 'order'] as const;

/** Reads an address; what is no id is left out. */
export function cartIn(raw: Record<string, unknown>): CartSearch {
  const found: CartSearch = { ...wantedIn(raw), ...originIn(raw), ...idsIn(raw, ids) };
  const add = addedIn(raw.add);
  if (add.length > 0) found.add = add;
  if (typeof raw.type === 'string' && /^[a-z]{1,20}$/.test(raw.type)) found.type = raw.type;
  return found;
}

/** Most that is bought with something, as the server has it. */
const mostAdded = 19;

/** `5,7` as ids; what is none is left out. */
function addedIn(raw: unknown): number[] {
  const named = typeof raw === 'string' ? raw.split(',') : [];
  return [...new Set(named.filter((id) => /^[1-9][0-9]{0,14}$/.test(id)).map(Number))].slice(0, mostAdded);
}

export type Cart =
  | { kind: 'nothing' }
  | { kind: 'event'; eventId: number | undefined; packageId: number | undefined }
  /** `origin`: what somebody wants to watch with it. */
  | { kind: 'package'; id: number; wanted: Wanted; origin: Origin }
  | { kind: 'subscription'; id: number; origin: Origin };

/** What is to be bought. Without a `type` a pass comes before the event that somebody came from. */
export function cartOf(search: CartSearch): Cart {
  const { type, subscription_id, package_id } = search;
  const origin = originOf(search);
  const isEvent = type === 'event' || type === 'ppv';
  if (subscription_id && (type === 'subscription' || (!package_id && !isEvent)))
    return { kind: 'subscription', id: subscription_id, origin };
  if (package_id && !isEvent) return { kind: 'package', id: package_id, wanted: partOf(search), origin };
  const { event_id, single_event_package_id } = search;
  return event_id || single_event_package_id
    ? { kind: 'event', eventId: event_id, packageId: single_event_package_id }
    : { kind: 'nothing' };
}

function partOf({ participant_id, event_category_id, category_id }: CartSearch): Wanted {
  const sport = event_category_id ?? category_id;
  return { ...(participant_id && { participant_id }), ...(sport && { event_category_id: sport }) };
}

function originOf({ event_id, vod_id }: CartSearch): Origin {
  return { ...(event_id && { event_id }), ...(vod_id && { vod_id }) };
}

/** Where one event is bought. */
export function buyEventHref(event: { id: number; single_event_package_id: number | null }): string {
  const pass = event.single_event_package_id;
  return `/buy?event_id=${event.id}${pass ? `&single_event_package_id=${pass}` : ''}`;
}
