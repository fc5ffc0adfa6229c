import { screen } from '@testing-library/react';
import { http } from 'msw';
import { describe, expect, it } from 'vitest';
import type { Order } from '#/api/types';
import { cartIn } from '#/entities/cart';
import { toronto } from '#/testing/events';
import { anOrder } from '#/testing/orders';
import { renderScreen } from '#/testing/render';
import { ok } from '#/testing/server';
import { useTill } from '#/testing/till';
import { waitFor } from '#/testing/wait-for';
import { ToastHost } from '#/ui/toast';
import { noteMade } from './made-here';

const { server, show } = useTill();

/** Answers the calls about one order, the last answer for good. */
function orderIs(...answers: Order[]) {
  server.use(http.get('*/api/orders/:id', () => ok(answers.length > 1 ? answers.shift() : answers[0])));
}

describe('what is said once an order is paid', () => {
  it('says the total of what was bought together, and that what is free cost nothing', async () => {
    orderIs(anOrder());
    noteMade(41, 9030);
    const shown = await show(cartIn({ package_id: 5, order: 41 }));
    expect(await screen.findByText(/^You paid CAD \$90\.30\. /)).toBeVisible();
    shown.unmount();
    orderIs(anOrder({ id: 42, amount: 0 }));
    await show(cartIn({ package_id: 5, order: 42 }));
    expect(await screen.findByText('Nothing was charged. A confirmation was sent to fan@example.com.')).toBeVisible();
  });

  it('leads into the player once a ticket is paid', async () => {
    const ticket = {
      id: 50,
      type: 'event',
      event: {
        id: 7,
        name: 'Laurentide @ Fundy',
        event_utc_ts: 0,
        schedule_status: 'on',
        time_tba: false,
        ...toronto,
      },
    } as const;
    orderIs(anOrder({ ...ticket, status: 'created', stage: 'confirming' }), anOrder(ticket));
    noteMade(50, 8900);
    await renderScreen(<ToastHost />);
    const { router } = await show(cartIn({ package_id: 5, order: 50 }));
    expect(await screen.findByText('Confirming with the bank', { selector: 'b' })).toBeVisible();
    await waitFor(() => expect(router.state.location.pathname).toBe('/watch/7'));
    const receipt = anOrder().receipt_number;
    await waitFor(() =>
      expect(screen.getByText(`You paid CAD $89.00. Receipt ${receipt} was sent to fan@example.com.`)).toBeVisible(),
    );
  });
});
