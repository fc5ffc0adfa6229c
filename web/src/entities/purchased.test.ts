import { describe, expect, it } from 'vitest';
import type { Purchase } from '#/api/types';
import { anOrder, aProduct } from '#/testing/orders';
import { isBought } from './choice';
import { againHref, isCurrent, orderLabel, purchaseValue, watchHref } from './order';
import { eventOrder, isOrderOf, markPurchased, orderClosing, orderOnHold } from './purchased';

const mark = (product: ReturnType<typeof aProduct>, ...orders: ReturnType<typeof anOrder>[]) =>
  markPurchased([product], orders)[0] ?? product;
const of = (part: { event_category_id?: number; participant_id?: number }) =>
  anOrder({ product: { id: 5, event_id: null, event_category_id: null, participant_id: null, ...part } });

describe('a package', () => {
  it('is bought as a whole by an order that names no part of it', () => {
    expect(isBought(mark(aProduct(), anOrder()))).toBe(true);
  });

  it('loses the sport of an order, and is bought once all are', () => {
    const sports = aProduct({ choice: 'category', event_categories: [2, 3] });
    const one = mark(sports, of({ event_category_id: 2 }));
    expect(one.disabledCategories).toEqual([2]);
    expect(isBought(one)).toBe(false);
    expect(isBought(mark(sports, of({ event_category_id: 2 }), of({ event_category_id: 3 })))).toBe(true);
  });

  it('loses the team of an order', () => {
    const teams = aProduct({ choice: 'participant', is_team_pass: true, participants: [21, 22] });
    const one = mark(teams, of({ participant_id: 22 }));
    expect(one.disabledParticipants).toEqual([22]);
    expect(isBought(one)).toBe(false);
  });

  it.each([
    ['refunded', { status: 'refunded' }],
    ['under way', { status: 'created' }],
    ['over', { activity_status: 'inactive' }],
    ['that of another', { product: { id: 6, event_id: null, event_category_id: null, participant_id: null } }],
    ['of an event', { type: 'event' }],
  ] as const)('is not bought by an order that is %s', (_, over) => {
    const product = aProduct();
    expect(mark(product, anOrder(over))).toBe(product);
  });
});

describe('the tickets of events that share a package', () => {
  const ticketOf = (event_id: number, over: object = {}) =>
    anOrder({ type: 'event', product: { id: 9, event_id, event_category_id: null, participant_id: null }, ...over });

  it('mark their own event alone', () => {
    const game = { id: 7, single_event_package_id: 9 }; // the package of the orders, which says nothing about their event
    expect(eventOrder(game, [ticketOf(8), ticketOf(7)])?.product.event_id).toBe(7);
    expect(eventOrder(game, [ticketOf(8)])).toBeUndefined();
    expect(eventOrder(game, [ticketOf(7, { status: 'failed' })])).toBeUndefined();
  });

  it('are told apart while one is paid', () => {
    const what = { event_id: 7, single_event_package_id: 9 };
    expect([ticketOf(7), ticketOf(8)].map((order) => isOrderOf(order, what))).toEqual([true, false]);
  });

  it('are no passes, and a pass for an event is no ticket of it', () => {
    expect(isOrderOf(ticketOf(7), { package_id: 9 })).toBe(false);
    expect(isOrderOf(of({}), { event_id: 7, single_event_package_id: 5 })).toBe(false);
    expect(isOrderOf(of({}), { event_id: 7, package_id: 5 })).toBe(true);
  });

  it('leave the parts of a pass apart', () => {
    const what = { package_id: 5, participant_id: 21 };
    expect([of({ participant_id: 21 }), of({ participant_id: 22 })].map((order) => isOrderOf(order, what))).toEqual([
      true,
      false,
    ]);
    expect(isOrderOf(of({}), { subscription_id: 5 })).toBe(false);
  });
});

describe('an order on hold', () => {
  const now = Date.UTC(2026, 10, 25);
  const held = { dispute: 'open', activity_status: 'inactive' } as const;
  const game = (id: number) => ({ id: 9, event_id: id, event_category_id: null, participant_id: null });
  const ticket = anOrder({ id: 50, type: 'event', product: game(7), until: null, ...held });
  const pass = anOrder({ id: 51, ...held });
  const part = { ...of({ participant_id: 21 }), id: 52, ...held };
  const subscription = anOrder({ id: 53, type: 'subscription', until: '2026-11-01T12:00:00Z', ...held });

  it('keeps the same product from being sold again, and no other', () => {
    const orders = [ticket, pass, part, subscription];
    const idOf = (what: Purchase) => orderOnHold(what, orders, now)?.id;
    expect(idOf({ event_id: 7, single_event_package_id: 9 })).toBe(50);
    expect(idOf({ event_id: 8, single_event_package_id: 9 })).toBeUndefined();
    expect(idOf({ package_id: 5 })).toBe(51);
    expect(idOf({ package_id: 5, participant_id: 21 })).toBe(52);
    expect(idOf({ package_id: 5, participant_id: 22 })).toBeUndefined();
    expect(idOf({ subscription_id: 5 })).toBe(53);
  });

  it('keeps nothing from being sold once it is decided or over', () => {
    const over = { ...pass, until: '2026-11-01T12:00:00Z' };
    const decided = [anOrder({ dispute: 'won' }), anOrder({ dispute: 'lost', status: 'refunded' })];
    expect(orderOnHold({ package_id: 5 }, [over, ...decided], now)).toBeUndefined();
  });

  it('is the one that an event is closed for', () => {
    expect(orderClosing({ id: 7 }, [pass, ticket], now)?.id).toBe(50);
    expect(orderClosing({ id: 8 }, [pass, ticket], now)?.id).toBe(51);
    expect(orderClosing({ id: 8 }, [pass, part], now)).toBeUndefined();
    expect(orderClosing(undefined, [subscription], now)?.id).toBe(53);
  });
});

describe('an order', () => {
  it.each([
    [{}, 'active'],
    [{ type: 'event' }, 'paid'],
    [{ activity_status: 'inactive' }, 'inactive'],
    [{ status: 'refunded', activity_status: 'inactive' }, 'refunded'],
    [{ status: 'created' }, 'created'],
  ] as const)('%j is labelled %s', (over, label) => {
    expect(orderLabel(anOrder(over))).toBe(label);
  });

  it('is current while it is under way or open', () => {
    expect([anOrder(), anOrder({ status: 'created', activity_status: 'inactive' })].map(isCurrent)).toEqual([
      true,
      true,
    ]);
    expect([anOrder({ status: 'failed' }), anOrder({ activity_status: 'inactive' })].map(isCurrent)).toEqual([
      false,
      false,
    ]);
  });

  it('is worth base price minus discount plus tax', () => {
    expect(purchaseValue({ base_price: 1000, discount: 100, service_fee: 130 })).toBe(1030);
  });

  it('leads to what it opens, and to where the same is bought', () => {
    const ticket = anOrder({
      type: 'event',
      event: {
        id: 7,
        name: '',
        event_utc_ts: 0,
        schedule_status: 'on',
        time_tba: false,
        time_zone: 'America/Toronto',
        utc_offset: -18_000,
        zone_name: 'EST',
      },
      product: { id: 9, event_id: 7, event_category_id: null, participant_id: null },
    });
    expect([watchHref(ticket), againHref(ticket)]).toEqual(['/watch/7', '/buy?event_id=7&single_event_package_id=9']);
    expect([watchHref(of({ participant_id: 21 })), againHref(of({ participant_id: 21 }))]).toEqual([
      '/schedule?team=21',
      '/buy?package_id=5&participant_id=21',
    ]);
    expect(watchHref(of({ event_category_id: 2 }))).toBe('/schedule?sport=2');
  });
});
