import { describe, expect, it } from 'vitest';
import type { Order, Transaction } from '#/api/types';
import { anOrder } from '#/testing/orders';
import { refundOf, ticketOf } from './refund';

const paid = anOrder().transactions[0]!;
const move = (
  about: Transaction['about'],
  status: Transaction['status'],
  amount: number,
  day: number,
): Transaction => ({
  ...paid,
  id: 10 + day,
  about,
  status,
  amount,
  created_at: `2026-11-${day}T12:00:00Z`,
});
const refunded = (amount: number, day = 21) => move('refund', 'refunded', amount, day);
const failed = (amount: number, day = 22) => move('refund', 'failed', amount, day);
const order = (over: Partial<Order>, ...moves: Transaction[]) => anOrder({ ...over, transactions: [paid, ...moves] });

describe('what became of the money of an order', () => {
  it.each([
    ['nothing went back', order({}), { kind: 'kept', amount: 7900 }],
    ['a part went back', order({}, refunded(-2000)), { kind: 'part', amount: 7900, back: 2000 }],
    ['it was refunded just now', order({ status: 'refunded' }), { kind: 'sending', amount: 7900 }],
    [
      'the rest was refunded just now',
      order({ status: 'refunded' }, refunded(2000)),
      { kind: 'sending', amount: 5900 },
    ],
    [
      'all went back',
      order({ status: 'refunded' }, refunded(7900)),
      { kind: 'back', amount: 7900, at: '2026-11-21T12:00:00Z' },
    ],
    [
      'all went back in parts',
      order({ status: 'refunded' }, refunded(2000), refunded(5900, 25)),
      { kind: 'back', amount: 7900, at: '2026-11-25T12:00:00Z' },
    ],
    [
      'the card did not take it',
      order({ status: 'refunded' }, refunded(7900), failed(7900)),
      { kind: 'returned', amount: 7900 },
    ],
    [
      'it was sent again',
      order({ status: 'refunded' }, refunded(7900), failed(7900), refunded(7900, 24)),
      { kind: 'back', amount: 7900, at: '2026-11-24T12:00:00Z' },
    ],
    ['nothing was to pay', order({ amount: 0 }), { kind: 'free' }],
    ['nothing was to pay, and it is refunded', order({ amount: 0, status: 'refunded' }), { kind: 'free' }],
    ['it is being paid', order({ status: 'created' }), { kind: 'pending' }],
    ['the bank asks', order({ dispute: 'open' }), { kind: 'disputed' }],
    ['the bank took it', order({ dispute: 'lost', status: 'refunded' }), { kind: 'bank' }],
    ['the bank gave up', order({ dispute: 'won' }), { kind: 'kept', amount: 7900 }],
  ] as const)('%s', (_, of, want) => {
    expect(refundOf(of)).toEqual(want);
  });
});

describe('the ticket of an event', () => {
  const ticket = (id: number, status: Order['status'], event_id = 7) =>
    anOrder({ id, type: 'event', status, product: { id: 9, event_id, event_category_id: null, participant_id: null } });

  it.each([
    ['none', [anOrder(), ticket(2, 'paid', 8), ticket(3, 'failed')], undefined],
    ['the paid one', [ticket(1, 'refunded'), ticket(2, 'paid'), ticket(3, 'refunded')], 2],
    ['the one that is being paid', [ticket(1, 'refunded'), ticket(2, 'created')], 2],
    ['the latest refund', [ticket(1, 'refunded'), ticket(4, 'refunded')], 4],
  ] as const)('is %s', (_, orders, want) => {
    expect(ticketOf({ id: 7 }, orders)?.id).toBe(want);
  });
});
