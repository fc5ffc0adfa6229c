import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { describe, expect, it } from 'vitest';
import type { Purchase } from '#/api/types';
import { cartIn } from '#/entities/cart';
import { anOrder } from '#/testing/orders';
import { ok, problem } from '#/testing/server';
import { downloads, pass, previewOf, useTill } from '#/testing/till';
import { waitFor } from '#/testing/wait-for';

const { server, show, onOrder, onAdd } = useTill();

describe('a promo code', () => {
  it('is asked for in the words of the specification', async () => {
    await show(cartIn({ package_id: 5 }));
    await userEvent.click(await screen.findByRole('button', { name: 'Apply' }));
    expect(await screen.findByText('Please fill in the input field.')).toBeVisible();
  });

  it('says what is wrong with it, and what a good one takes off', async () => {
    await show(cartIn({ package_id: 5 }));
    server.use(http.get('*/api/apply_coupon', () => problem(422, 'promo_code_wrong', { detail: 'Wrong promo code' })));
    await userEvent.type(await screen.findByLabelText('Code'), 'save10');
    await userEvent.click(screen.getByRole('button', { name: 'Apply' }));
    expect(await screen.findByText('Wrong promo code')).toBeVisible();
    server.use(
      http.get('*/api/apply_coupon', () => problem(422, 'promo_code_wrong', { detail: 'This code has expired.' })),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Apply' }));
    expect(await screen.findByText('This code has expired.')).toBeVisible();
    server.use(
      http.get('*/api/apply_coupon', ({ request }) => {
        expect(new URL(request.url).searchParams.get('coupon')).toBe('SAVE10');
        const sums = { base_price: 6991, service_fee: 909, discount: 699, price: 7201, currency: 'CAD' };
        return ok({ code: 'SAVE10', percent_off: 10, amount_off: 0, ...sums });
      }),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Apply' }));
    expect(await screen.findByRole('button', { name: 'Pay CAD\u00a0$72.01' })).toBeVisible();
    expect(screen.getAllByText('SAVE10, 10% off')).toHaveLength(2);
  });
});

describe('add-ons', () => {
  it('are offered with what they give, and put into the address', async () => {
    await show(cartIn({ package_id: 5 }));
    const choice = await screen.findByRole('checkbox', { name: /Season downloads/ });
    expect(choice).not.toBeChecked();
    expect(screen.getByText('Download games')).toBeVisible();
    await userEvent.click(choice);
    expect(onAdd).toHaveBeenCalledWith([6]);
  });

  it('of an address that names others are left out', async () => {
    await show(cartIn({ package_id: 5, add: '99,x,5' }));
    expect(await screen.findByRole('button', { name: 'Pay CAD\u00a0$79.00' })).toBeVisible();
    expect(screen.getByRole('checkbox', { name: /Season downloads/ })).not.toBeChecked();
  });

  it('are not sold with a subscription', async () => {
    await show(cartIn({ subscription_id: 9, add: '6' }));
    expect(await screen.findByRole('button', { name: 'Start free trial' })).toBeVisible();
    expect(screen.queryByRole('checkbox', { name: /Season downloads/ })).toBeNull();
  });

  it('are paid with the rest in one payment, with what a code takes off both', async () => {
    const items: Purchase[] = [{ package_id: pass.id }, { package_id: downloads.id }];
    const bodies: unknown[] = [];
    const previews = http.post('*/api/stripe/invoice-preview', async ({ request }) => {
      const asked = (await request.json()) as { items: Purchase[]; coupon?: string };
      const coupon = { code: 'SAVE10', percent_off: 10, amount_off: 0 };
      const cut = { discount: 799, price: 8231, coupon };
      return ok({ ...previewOf(asked), ...(asked.coupon && cut) });
    });
    server.use(
      http.post('*/stripe-simulator/v1/payment_methods', () => Response.json({ id: 'pm_1' })),
      http.post('*/api/stripe/buy_bundle', async ({ request }) => {
        bodies.push(await request.json());
        return ok({
          orders: [anOrder({ id: 70, status: 'created' }), anOrder({ id: 71, status: 'created' })],
          publishable_key: 'pk',
          test_payments: true,
        });
      }),
    );
    await show(cartIn({ package_id: 5, add: '6' }), previews);
    expect(await screen.findByRole('button', { name: 'Pay CAD\u00a0$90.30' })).toBeVisible();
    await userEvent.type(screen.getByLabelText('Code'), 'save10');
    await userEvent.click(screen.getByRole('button', { name: 'Apply' }));
    expect(await screen.findByRole('button', { name: 'Pay CAD\u00a0$82.31' })).toBeVisible();
    await userEvent.click(await screen.findByRole('button', { name: /4242 4242 4242 4242/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Pay CAD\u00a0$82.31' }));
    await waitFor(() => expect(onOrder).toHaveBeenCalledWith(70));
    expect(bodies).toEqual([expect.objectContaining({ items, payment_method: 'pm_1', coupon: 'SAVE10' })]);
  });
});
