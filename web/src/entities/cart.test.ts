import { describe, expect, it } from 'vitest';
import { buyEventHref, cartIn, cartOf } from './cart';

const cart = (query: Record<string, unknown>) => cartOf(cartIn(query));

describe('the address of the till', () => {
  it('names an event', () => {
    expect(cart({ event_id: '7', single_event_package_id: 3 })).toEqual({ kind: 'event', eventId: 7, packageId: 3 });
  });

  it('names a pass with the part that is wanted', () => {
    expect(cart({ package_id: 5, participant_id: 21 })).toEqual({
      kind: 'package',
      id: 5,
      wanted: { participant_id: 21 },
      origin: {},
    });
    expect(cart({ package_id: 5, category_id: 2 })).toMatchObject({ wanted: { event_category_id: 2 } });
  });

  it('means the pass where it names the event that somebody came from too, unless it says otherwise', () => {
    expect(cart({ package_id: 5, event_id: 7 })).toMatchObject({ kind: 'package', origin: { event_id: 7 } });
    expect(cart({ package_id: 5, event_id: 7, type: 'event' })).toMatchObject({ kind: 'event', eventId: 7 });
  });

  it('names a subscription', () => {
    expect(cart({ subscription_id: 4 })).toEqual({ kind: 'subscription', id: 4, origin: {} });
    expect(cart({ subscription_id: 4, vod_id: 12 })).toMatchObject({ kind: 'subscription', origin: { vod_id: 12 } });
  });

  it.each([[{}], [{ event_id: 'x' }], [{ package_id: '-1' }], [{ package_id: '5 or 1' }], [{ event_id: 0 }]])(
    'names nothing in %j',
    (query) => expect(cart(query)).toEqual({ kind: 'nothing' }),
  );

  it('names add-ons, each once, and leaves out what is none', () => {
    expect(cartIn({ package_id: 5, add: '6,6,x,-1,,0,7' }).add).toEqual([6, 7]);
    expect(cartIn({ package_id: 5, add: { 6: true } }).add).toBeUndefined();
    expect(cartIn({ add: Array.from({ length: 40 }, (_, i) => i + 1).join(',') }).add).toHaveLength(19);
  });

  it('keeps an order', () => {
    expect(cartIn({ order: '12', type: '<b>' })).toEqual({ order: 12 });
  });
});

it('leads to the till from an event', () => {
  expect(buyEventHref({ id: 7, single_event_package_id: 3 })).toBe('/buy?event_id=7&single_event_package_id=3');
  expect(buyEventHref({ id: 7, single_event_package_id: null })).toBe('/buy?event_id=7');
});
