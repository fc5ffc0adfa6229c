import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { describe, expect, it } from 'vitest';
import type { Order } from '#/api/types';
import { cartIn } from '#/entities/cart';
import { eventDetail } from '#/testing/events';
import { anOrder } from '#/testing/orders';
import { ok } from '#/testing/server';
import { useTill } from '#/testing/till';
import { waitFor } from '#/testing/wait-for';

const { server, show } = useTill();

describe('a game that is called off', () => {
  const product = { id: 9, event_id: 8, event_category_id: null, participant_id: null };
  const off = (schedule_status: 'cancelled' | 'postponed', ...bought: Order[]) =>
    show(
      cartIn({ event_id: 8, single_event_package_id: 9 }),
      http.get('*/api/orders', () => ok(bought)),
      http.get('*/api/events/8', () =>
        ok(
          eventDetail({
            id: 8,
            type: 'paid',
            single_event_package_id: 9,
            price: 1499,
            has_access: false,
            schedule_status,
          }),
        ),
      ),
    );

  it.each([
    ['cancelled', [], 'This game was cancelled', 'It will not take place.'],
    [
      'cancelled',
      [anOrder({ type: 'event', product })],
      'This game was cancelled',
      /^You paid CAD \$79\.00 and have not been refunded/,
    ],
    ['postponed', [anOrder({ type: 'event', product })], 'This game is postponed', /^Your purchase remains valid/],
  ] as const)('is not sold: %s', async (status, bought, title, text) => {
    await off(status, ...bought);
    expect(await screen.findByText(title)).toBeVisible();
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.queryByText(/no longer on sale|already bought/)).toBeNull();
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Watch' })).toBeNull();
  });

  it('while it was paid is told with its refund', async () => {
    const event = {
      id: 8,
      name: 'Laurentide @ Fundy',
      event_utc_ts: 0,
      schedule_status: 'cancelled',
      time_tba: false,
      time_zone: 'America/Toronto',
      utc_offset: -18000,
      zone_name: 'EST',
    } as const;
    const refunded = anOrder({ id: 50, type: 'event', product, event, status: 'refunded' });
    server.use(http.get('*/api/orders/:id', () => ok(refunded)));
    await show(cartIn({ package_id: 5, order: 50 }));
    const popup = await screen.findByRole('dialog');
    expect(within(popup).getByText('This order was refunded')).toBeVisible();
    expect(within(popup).getByText(/^Your refund of CAD \$79\.00 is on its way/)).toBeVisible();
    expect(within(popup).queryByText(/Nothing was charged/)).toBeNull();
    await userEvent.click(within(popup).getByRole('button', { name: 'See the details' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
