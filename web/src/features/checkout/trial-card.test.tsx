import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { describe, expect, it } from 'vitest';
import { cartIn } from '#/entities/cart';
import { anOrder } from '#/testing/orders';
import { ok, problem } from '#/testing/server';
import { useTill } from '#/testing/till';
import { waitFor } from '#/testing/wait-for';

const { show, onOrder } = useTill();

const testCard = { name: /4242 4242 4242 4242/ };

describe('the card of a trial', () => {
  it('is typed: no wallet is offered', async () => {
    await show(cartIn({ subscription_id: 9 }));
    expect(await screen.findByRole('button', testCard)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Test wallet' })).toBeNull();
  });

  it('is not said to pay while the trial is started', async () => {
    const started = Promise.withResolvers<undefined>();
    await show(
      cartIn({ subscription_id: 9 }),
      http.post('*/stripe-simulator/v1/payment_methods', () => Response.json({ id: 'pm_1' })),
      http.post('*/stripe-simulator/v1/setup_intents/:id/confirm', () => Response.json({ status: 'succeeded' })),
      http.get('*/stripe-simulator/v1/setup_intents/:id', () => Response.json({ status: 'succeeded' })),
      http.post('*/api/stripe/subscription/start_trial', async () => {
        await started.promise;
        return problem(409, 'trial_card_used', { detail: 'Not with this card.' });
      }),
    );
    await userEvent.click(await screen.findByRole('button', testCard));
    await userEvent.click(screen.getByRole('button', { name: 'Start free trial' }));
    expect(await screen.findByRole('button', { name: 'Processing…' })).toBeVisible();
    started.resolve(undefined);
    expect(await screen.findByText('Not with this card.')).toBeVisible();
  });

  it.each([
    ['trial_card_used', 409],
    ['trial_card_required', 422],
  ])('can be replaced, or the trial left out, after %s', async (code, status) => {
    const bodies: unknown[] = [];
    await show(
      cartIn({ subscription_id: 9 }),
      http.post('*/stripe-simulator/v1/payment_methods', () => Response.json({ id: 'pm_1' })),
      http.post('*/stripe-simulator/v1/setup_intents/:id/confirm', () => Response.json({ status: 'succeeded' })),
      http.get('*/stripe-simulator/v1/setup_intents/:id', () => Response.json({ status: 'succeeded' })),
      http.post('*/api/stripe/subscription/start_trial', () =>
        problem(status, code, { detail: 'Not with this card.' }),
      ),
      http.post('*/api/stripe/buy', async ({ request }) => {
        bodies.push(await request.json());
        return ok({ order: anOrder({ id: 60, type: 'subscription' }), publishable_key: 'pk', test_payments: true });
      }),
    );
    await userEvent.click(await screen.findByRole('button', testCard));
    await userEvent.click(screen.getByRole('button', { name: 'Start free trial' }));
    expect(await screen.findByText('Not with this card.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Start free trial' })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Subscribe without the trial' }));
    expect(screen.queryByText('Not with this card.')).toBeNull();
    expect(screen.queryByText(/You’ve already used your free trial/)).toBeNull();
    expect(await screen.findByRole('button', { name: 'Test wallet' })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Subscribe' }));
    await waitFor(() => expect(onOrder).toHaveBeenCalledWith(60));
    expect(bodies).toEqual([expect.objectContaining({ subscription_id: 9, payment_method: 'pm_1' })]);
  });
});
