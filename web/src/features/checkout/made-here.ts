import { tab } from '#/lib/storage';

const name = 'order_made_here';
const paidName = 'payment_made_here';
/** Longer than any payment is under way. */
const dayMs = 86_400_000;

interface PaidHere {
  order: number;
  total: number;
}

/** Notes that this tab makes an order, and what its payment comes to with all that is bought by it, in minor units. */
export function noteMade(order: number, total?: number): void {
  tab.save(name, order, dayMs);
  if (total !== undefined) tab.save(paidName, { order, total } satisfies PaidHere, dayMs);
}

/** Whether this tab made an order. It says so once, so that a page that is opened again is no second purchase. */
export function takeMade(order: number): boolean {
  const made = tab.load(name) === order;
  if (made) tab.forget(name);
  return made;
}

/** What the payment of an order came to; undefined in a tab that did not make it. */
export function totalOf(order: number): number | undefined {
  const paid = tab.load(paidName) as Partial<PaidHere> | null;
  return paid?.order === order && typeof paid.total === 'number' ? paid.total : undefined;
}
