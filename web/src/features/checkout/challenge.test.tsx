import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { keys } from '#/api/keys';
import { local } from '#/lib/storage';
import { anOrder } from '#/testing/orders';
import { renderScreen } from '#/testing/render';
import { ok, useServer } from '#/testing/server';
import { waitFor } from '#/testing/wait-for';
import { Challenge } from './challenge';

const server = useServer();
const waits = anOrder({ status: 'created', stage: 'action_required' });
const onAnswer = vi.fn<() => void>();

beforeEach(() => {
  keys.setChannel('demo', '/api');
  local.save('api_key', 'key');
  onAnswer.mockReset();
});

const show = () =>
  renderScreen(<Challenge order={waits} onAnswer={onAnswer} onBack={vi.fn<() => void>()} />, { at: '/buy' });

describe('the bank’s question in a tab that did not begin the payment', () => {
  it('is opened at a press, by the way that the server tells', async () => {
    const asked: unknown[] = [];
    server.use(
      http.post('*/api/stripe/resume', async ({ request }) => {
        asked.push(await request.json());
        return ok({
          order: waits,
          client_secret: 'pi_1_secret_2',
          publishable_key: 'pk_sim_demo',
          test_payments: true,
        });
      }),
      http.get('*/stripe-simulator/v1/payment_intents/pi_1', () =>
        Response.json({
          status: 'requires_action',
          next_action: { use_stripe_sdk: { stripe_js: '/stripe-simulator/3d_secure/demo/pi_1' } },
        }),
      ),
    );
    await show();
    expect(screen.queryByRole('dialog')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Confirm with my bank' }));
    const bank = await screen.findByRole('dialog', { name: 'Your bank' });
    expect(within(bank).getByTitle('Confirmation by your bank')).toHaveAttribute(
      'src',
      '/stripe-simulator/3d_secure/demo/pi_1',
    );
    expect(asked).toEqual([expect.objectContaining({ order_id: waits.id })]);
    expect(onAnswer).not.toHaveBeenCalled();
  });

  it('is none any more once it was answered elsewhere', async () => {
    server.use(
      http.post('*/api/stripe/resume', () => ok({ order: anOrder(), publishable_key: 'pk', test_payments: true })),
    );
    await show();
    await userEvent.click(screen.getByRole('button', { name: 'Confirm with my bank' }));
    await waitFor(() => expect(onAnswer).toHaveBeenCalledOnce());
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
