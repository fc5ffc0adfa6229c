import type { Order } from '#/api/types';

/** What stands beside an order. */
export type OrderLabel =
  | 'paid'
  | 'active'
  | 'inactive'
  | 'refunded'
  | 'created'
  | 'failed'
  | 'disputed'
  | 'charged_back'
  | 'refund_owed';

/** A game is paid for; a pass is active while it opens anything. A bank's dispute goes first. */
export function orderLabel(
  order: Pick<Order, 'type' | 'status' | 'activity_status' | 'dispute' | 'transactions'>,
): OrderLabel {
  if (order.dispute === 'open' && order.status === 'paid') return 'disputed';
  if (order.dispute === 'lost' && order.status === 'refunded') return 'charged_back';
  if (owesRefund(order)) return 'refund_owed';
  if (order.status !== 'paid') return order.status;
  if (order.activity_status !== 'active') return 'inactive';
  return order.type === 'event' ? 'paid' : 'active';
}

/** Whether its last refund has not reached the buyer: the card refused it, or it cannot go to a card. */
export function owesRefund({ status, transactions }: Pick<Order, 'status' | 'transactions'>): boolean {
  const last = transactions.findLast(({ about }) => about === 'refund');
  return status === 'refunded' && (last?.status === 'created' || last?.status === 'failed');
}

/** Whether it opens something now, is about to, or is on hold. */
export function isCurrent(order: Pick<Order, 'status' | 'activity_status' | 'dispute'>): boolean {
  return order.status === 'created' || isOnHold(order) || isHeld(order);
}

/** Whether it is paid and its access runs. */
export function isHeld(order: Pick<Order, 'status' | 'activity_status'>): boolean {
  return order.status === 'paid' && order.activity_status === 'active';
}

/** The event that an order is the ticket of. The package of a ticket does not tell it: all events may share one. */
export function eventIdOf({ type, event, product }: Pick<Order, 'type' | 'product' | 'event'>): number | undefined {
  return type === 'event' ? (event?.id ?? product.event_id ?? undefined) : undefined;
}

/** Whether the buyer's bank disputes the payment, so that it opens nothing for now. */
export function isOnHold(order: Pick<Order, 'status' | 'dispute'>): boolean {
  return order.status === 'paid' && order.dispute === 'open';
}

/** Whether it is on hold and the server does not sell the same again. A pass whose time is over is sold again. */
export function blocksSale(order: Pick<Order, 'type' | 'status' | 'dispute' | 'until'>, now: number): boolean {
  const lasts = order.type === 'subscription' || order.until === null || Date.parse(order.until) > now;
  return isOnHold(order) && lasts;
}

/** Nothing more happens to its payment by itself. */
export function isSettled(order: Pick<Order, 'status'>): boolean {
  return order.status !== 'created';
}

/** What a purchase is worth to analytics: base price minus discount plus tax. */
export function purchaseValue(order: Pick<Order, 'base_price' | 'discount' | 'service_fee'>): number {
  return order.base_price - order.discount + order.service_fee;
}

/** Where the same is bought again. */
export function againHref(order: Pick<Order, 'type' | 'product' | 'event'>): string {
  const { type, product } = order;
  const eventId = eventIdOf(order);
  if (eventId) return `/buy?event_id=${eventId}&single_event_package_id=${product.id}`;
  const part = product.participant_id
    ? `&participant_id=${product.participant_id}`
    : product.event_category_id
      ? `&event_category_id=${product.event_category_id}`
      : '';
  return `/buy?${type === 'subscription' ? 'subscription_id' : 'package_id'}=${product.id}${part}`;
}

/** The id of its row among the user's orders. */
export function orderAnchor(id: number): string {
  return `order-${id}`;
}

/** Where the user reads how an order stands; without one, the list of all. */
export function orderHref(order: Pick<Order, 'id'> | undefined): string {
  return order ? `/profile#${orderAnchor(order.id)}` : '/profile';
}

/** Where what was bought is watched. */
export function watchHref(order: Pick<Order, 'type' | 'product' | 'event'>): string {
  const { product } = order;
  const eventId = eventIdOf(order);
  if (eventId) return `/watch/${eventId}`;
  if (product.participant_id) return `/schedule?team=${product.participant_id}`;
  return product.event_category_id ? `/schedule?sport=${product.event_category_id}` : '/schedule';
}
