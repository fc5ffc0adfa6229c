import type { Order, Product } from '#/api/types';
import { isHeld } from './order';

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

/** The order by which an event is bought alone; a package of one event may name the event or itself. */
export function eventOrder(
  event: { id: number; single_event_package_id: number | null },
  orders: readonly Order[],
): Order | undefined {
  return orders.find(
    (order) =>
      order.type === 'event' &&
      isHeld(order) &&
      ((order.event?.id ?? order.product.event_id) === event.id || order.product.id === event.single_event_package_id),
  );
}
