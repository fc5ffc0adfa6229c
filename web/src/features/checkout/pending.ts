import { tab } from '#/lib/storage';
import type { BankQuestion } from './ask-bank';

/** How the bank's question about an order under way is opened. The tab that pays knows; the server keeps it for nobody. */
export interface Pending extends BankQuestion {
  order: number;
}

const name = 'order_under_way';
/** A payment that waits longer than this for its buyer is given up by the provider. */
const hourMs = 3_600_000;

export function keepPending(pending: Pending): void {
  tab.save(name, pending, hourMs);
}

export function pendingOf(order: number): Pending | null {
  const kept = tab.load(name) as Partial<Pending> | null;
  return kept?.order === order && typeof kept.secret === 'string' ? (kept as Pending) : null;
}

export function forgetPending(): void {
  tab.forget(name);
}
