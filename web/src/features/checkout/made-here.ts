import { tab } from '#/lib/storage';

const name = 'order_made_here';
/** Longer than any payment is under way. */
const dayMs = 86_400_000;

/** Notes that this tab makes an order: what comes of it is this tab's to record. */
export function noteMade(order: number): void {
  tab.save(name, order, dayMs);
}

/** Whether this tab made an order. It says so once, so that a page that is opened again is no second purchase. */
export function takeMade(order: number): boolean {
  const made = tab.load(name) === order;
  if (made) tab.forget(name);
  return made;
}
