import type { Order, Product, Purchase } from '#/api/types';
import { blocksSale, eventIdOf, isHeld } from './order';

/**
 * Marks what a user has bought (specification, section 4): a subscription order marks its subscription; a package order adds
 * its sport or team to what can no longer be chosen, and one for the whole package closes all of it. Only orders that are
 * paid and active count. Products are copied, never changed: they are the same for everyone.
 */
export function markPurchased<P extends Product>(products: readonly P[], orders: readonly Order[]): P[] {
  const held = orders.filter((order) => order.type !== 'event' && isHeld(order));
  return products.map((product) => {
    const own = held.filter((order) => order.product.id === product.id);
    return own.length === 0 ? product : own.reduce<P>(withOrder, product);
  });
}

function withOrder<P extends Product>(product: P, { product: { event_category_id, participant_id } }: Order): P {
  if (event_category_id) return { ...product, disabledCategories: [...product.disabledCategories, event_category_id] };
  if (participant_id) return { ...product, disabledParticipants: [...product.disabledParticipants, participant_id] };
  return { ...product, purchased: true };
}

/** The order by which an event is bought alone. All events of a channel may share one package, so only the event counts. */
export function eventOrder(event: { id: number }, orders: readonly Order[]): Order | undefined {
  return orders.find((order) => isHeld(order) && eventIdOf(order) === event.id);
}

/** Whether an order buys what a purchase names: the ticket of its event, or its package or subscription with the same part. */
export function isOrderOf(order: Pick<Order, 'type' | 'product' | 'event'>, what: Purchase): boolean {
  const { product } = order;
  const offer = what.subscription_id ?? what.package_id;
  if (offer === undefined) return what.event_id !== undefined && eventIdOf(order) === what.event_id;
  return (
    order.type !== 'event' &&
    (order.type === 'subscription') === (what.subscription_id !== undefined) &&
    product.id === offer &&
    (product.participant_id ?? undefined) === what.participant_id &&
    (product.event_category_id ?? undefined) === what.event_category_id
  );
}

/** The order on hold for which a purchase is refused. */
export function orderOnHold(what: Purchase, orders: readonly Order[], now: number): Order | undefined {
  return orders.find((order) => blocksSale(order, now) && isOrderOf(order, what));
}

/** The order on hold for which no add-on is sold: what it would be added to is on hold, and nothing else is held. */
export function baseOnHold(
  addOns: readonly Pick<Product, 'id'>[],
  orders: readonly Order[],
  now: number,
): Order | undefined {
  const bases = orders.filter(
    ({ type, product }) => type === 'event' || (type !== 'additional' && !addOns.some(({ id }) => id === product.id)),
  );
  return bases.some(isHeld) ? undefined : bases.find((order) => blocksSale(order, now));
}

/**
 * The order on hold that keeps an event closed: its ticket, else the one pass or subscription on hold. Which of several passes
 * covers the event is not known here.
 */
export function orderClosing(
  event: { id: number } | undefined,
  orders: readonly Order[],
  now: number,
): Order | undefined {
  const held = orders.filter((order) => blocksSale(order, now));
  const ticket = held.find((order) => event !== undefined && eventIdOf(order) === event.id);
  const passes = held.filter((order) => order.type !== 'event');
  return ticket ?? (passes.length === 1 ? passes[0] : undefined);
}
