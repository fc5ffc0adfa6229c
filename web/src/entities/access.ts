import type { EventSummary, Language } from '#/api/types';
import { priceText } from './price';

/**
 * The one thing a card says about access. Never two: the first that applies. A price is stated as everywhere: the
 * base price, to which taxes are added when `taxed`.
 */
export type AccessLabel =
  | { kind: 'own'; name: string }
  | { kind: 'included' }
  | { kind: 'free' }
  | { kind: 'login' }
  | { kind: 'blocked' }
  | { kind: 'on_hold' }
  | { kind: 'price'; text: string; taxed: boolean; payPerView: boolean };

type Accessible = Pick<
  EventSummary,
  'type' | 'has_access' | 'access' | 'base_price' | 'price' | 'service_fee' | 'currency'
>;

/**
 * Chooses the access label of an event. A region block wins, since nothing else would help; then what the user already
 * has; then what it would take.
 */
export function accessLabel(event: Accessible, lang: Language): AccessLabel {
  if (event.access.reason === 'geo_blocked' || event.access.reason === 'blackout') return { kind: 'blocked' };
  if (event.type === 'free' || (event.type === 'register' && event.has_access)) return { kind: 'free' };
  if (event.has_access) return ownLabel(event);
  if (event.type === 'register') return { kind: 'login' };
  if (event.access.reason === 'payment_disputed') return { kind: 'on_hold' };
  return {
    kind: 'price',
    text: priceText(event, lang),
    taxed: event.service_fee > 0,
    payPerView: event.type === 'ppv',
  };
}

function ownLabel({ access: { product } }: Accessible): AccessLabel {
  return product ? { kind: 'own', name: product } : { kind: 'included' };
}
