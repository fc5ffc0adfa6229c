import type { Order } from '#/api/types';
import { eventIdOf, owesRefund } from './order';

/** What became of the money of an order. Amounts are in minor units. */
export type Refund =
  /** Nothing was paid. */
  | { kind: 'free' }
  /** The payment is under way. */
  | { kind: 'pending' }
  /** Paid, and nothing went back. */
  | { kind: 'kept'; amount: number }
  | { kind: 'part'; amount: number; back: number }
  /** Refunded; the money has not left yet. */
  | { kind: 'sending'; amount: number }
  /** All of it went back, `at` as an ISO date. */
  | { kind: 'back'; amount: number; at: string }
  /** The card did not take the refund, or it cannot go to a card. */
  | { kind: 'returned'; amount: number }
  /** The buyer's bank asked for the money, or has it. */
  | { kind: 'disputed' }
  | { kind: 'bank' };

type Paid = Pick<Order, 'status' | 'amount' | 'dispute' | 'transactions'>;

export function refundOf(order: Paid): Refund {
  const { status, amount, dispute, transactions } = order;
  if (status === 'created') return { kind: 'pending' };
  if (dispute === 'lost') return { kind: 'bank' };
  if (dispute === 'open') return { kind: 'disputed' };
  if (amount === 0) return { kind: 'free' };
  const refunds = transactions.filter(({ about }) => about === 'refund');
  const sent = refunds.filter((one) => one.status === 'refunded');
  const returned = refunds.filter((one) => one.status === 'failed');
  const sum = (list: typeof refunds) => list.reduce((all, one) => all + Math.abs(one.amount), 0);
  const back = sum(sent) - sum(returned);
  if (back >= amount) return { kind: 'back', amount: back, at: latest(sent) };
  if (owesRefund(order)) return { kind: 'returned', amount: amount - back };
  if (status === 'refunded') return { kind: 'sending', amount: amount - back };
  return back > 0 ? { kind: 'part', amount, back } : { kind: 'kept', amount };
}

function latest(list: readonly { created_at: string }[]): string {
  return (
    list
      .map(({ created_at }) => created_at)
      .toSorted()
      .at(-1) ?? ''
  );
}

const rank: Record<Order['status'], number> = { paid: 0, created: 1, refunded: 2, failed: 3 };

/** The order that tells what became of a user's ticket of an event: a paid one first; a failed one bought nothing. */
export function ticketOf(event: { id: number }, orders: readonly Order[]): Order | undefined {
  return orders
    .filter((order) => order.status !== 'failed' && eventIdOf(order) === event.id)
    .toSorted((a, b) => rank[a.status] - rank[b.status] || b.id - a.id)[0];
}
