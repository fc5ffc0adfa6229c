import type { ExpressCheckoutElementProps } from '@stripe/react-stripe-js';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import type { ReactNode } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { cartIn } from '#/entities/cart';
import { anOrder } from '#/testing/orders';
import { ok, problem } from '#/testing/server';
import { useTill } from '#/testing/till';
import { waitFor } from '#/testing/wait-for';

/** What the page gives to Stripe's elements, and what Stripe answers. */
const stripe = vi.hoisted(() => ({
  options: {} as Record<string, unknown>,
  express: null as ExpressCheckoutElementProps | null,
  method: 'pm_wallet' as string | null,
}));

vi.mock('@stripe/stripe-js/pure', () => ({ loadStripe: () => Promise.resolve(null) }));
vi.mock('@stripe/react-stripe-js', () => ({
  Elements: ({ options, children }: { options: Record<string, unknown>; children: ReactNode }) => {
    if (!options.allowedPaymentMethodTypes) stripe.options = options;
    return children;
  },
  PaymentElement: () => null,
  ExpressCheckoutElement: (props: ExpressCheckoutElementProps) => {
    stripe.express = props;
    return <p>Wallets of Stripe</p>;
  },
  useElements: () => ({ submit: () => Promise.resolve({}) }),
  useStripe: () => ({
    createPaymentMethod: () =>
      Promise.resolve(
        stripe.method ? { paymentMethod: { id: stripe.method } } : { error: { message: 'The wallet was closed.' } },
      ),
  }),
}));

const { server, show, onOrder } = useTill();

/** Answers the calls that buy, and keeps their bodies. */
function bought(status: 'created' | 'failed' = 'created') {
  const bodies: unknown[] = [];
  server.use(
    http.post('*/api/stripe/buy', async ({ request }) => {
      bodies.push(await request.json());
      return ok({ order: anOrder({ id: 50, status }), publishable_key: 'pk', test_payments: false });
    }),
  );
  return bodies;
}

describe('the wallets of Stripe', () => {
  const real = http.post('*/api/stripe/setup-intent', () =>
    ok({ client_secret: 'seti_1_secret_2', publishable_key: 'pk_test_1', test_payments: false }),
  );
  /** Has the buyer press the button once it lets them, and agree. Returns what the wallet hears of a failure. */
  const confirm = async () => {
    const resolve = vi.fn<() => void>();
    await waitFor(() => {
      const way = { elementType: 'expressCheckout', expressPaymentType: 'apple_pay' } as const;
      stripe.express?.onClick?.({ ...way, resolve, reject: () => {} });
      expect(resolve).toHaveBeenCalled();
    });
    const paymentFailed = vi.fn<(why?: { reason?: string }) => void>();
    void stripe.express?.onConfirm({ paymentFailed, expressPaymentType: 'apple_pay' });
    return paymentFailed;
  };
  const ready = async () => {
    await screen.findByText('Wallets of Stripe');
    const none = { amazonPay: false, klarna: false, paypal: false, link: false, googlePay: false };
    stripe.express?.onReady?.({ elementType: 'expressCheckout', availablePaymentMethods: { ...none, applePay: true } });
  };

  beforeEach(() => {
    stripe.express = null;
    stripe.method = 'pm_wallet';
  });

  it('know the amount and the currency, and pay by the call that every card is paid by', async () => {
    const bodies = bought();
    await show(cartIn({ package_id: 5 }), real);
    await ready();
    expect(stripe.options).toMatchObject({
      mode: 'payment',
      amount: 7900,
      currency: 'cad',
      paymentMethodCreation: 'manual',
    });
    expect(stripe.express?.options?.paymentMethods).toMatchObject({
      link: 'auto',
      amazonPay: 'never',
      klarna: 'never',
    });
    const paymentFailed = await confirm();
    await waitFor(() => expect(onOrder).toHaveBeenCalledWith(50));
    expect(bodies).toEqual([expect.objectContaining({ package_id: 5, payment_method: 'pm_wallet', save_card: false })]);
    expect(paymentFailed).not.toHaveBeenCalled();
  });

  it('hear of a card that is declined, and of an order that cannot be made', async () => {
    bought('failed');
    await show(cartIn({ package_id: 5 }), real);
    await ready();
    const declined = await confirm();
    await waitFor(() => expect(declined).toHaveBeenCalledWith({ reason: 'fail' }));
    onOrder.mockReset();
    server.use(http.post('*/api/stripe/buy', () => problem(409, 'already_bought', { detail: 'You have it.' })));
    const refused = await confirm();
    await waitFor(() => expect(refused).toHaveBeenCalledWith({ reason: 'fail' }));
    expect(await screen.findByText('You have it.')).toBeVisible();
    expect(onOrder).not.toHaveBeenCalled();
  });

  it('pay nothing where the wallet leaves no card', async () => {
    const bodies = bought();
    stripe.method = null;
    await show(cartIn({ package_id: 5 }), real);
    await ready();
    const paymentFailed = await confirm();
    await waitFor(() => expect(paymentFailed).toHaveBeenCalledWith({ reason: 'fail' }));
    expect(await screen.findByText('The wallet was closed.')).toBeVisible();
    expect(bodies).toEqual([]);
  });

  it('leave Link out of what renews, which is paid by a card', async () => {
    await show(cartIn({ subscription_id: 10 }), real);
    await ready();
    expect(stripe.options).toMatchObject({ mode: 'subscription', amount: 1499, currency: 'cad' });
    expect(stripe.express?.options?.paymentMethods).toMatchObject({ link: 'never' });
  });

  it('are left out with the line about the card where the browser has none', async () => {
    await show(cartIn({ package_id: 5 }), real);
    await screen.findByText('Wallets of Stripe');
    stripe.express?.onReady?.({ elementType: 'expressCheckout', availablePaymentMethods: undefined });
    await waitFor(() => expect(screen.queryByText('or by card')).toBeNull());
  });
});

describe('the test wallet', () => {
  it('asks, leaves a card with the simulator, and pays by the call that every card is paid by', async () => {
    const bodies = bought();
    const cards: unknown[] = [];
    server.use(
      http.post('*/stripe-simulator/v1/payment_methods', async ({ request }) => {
        cards.push(Object.fromEntries(new URLSearchParams(await request.text())));
        return Response.json({ id: 'pm_test_wallet' });
      }),
    );
    await show(cartIn({ package_id: 5 }));
    await userEvent.click(await screen.findByRole('button', { name: 'Test wallet' }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText(/^Pay CAD \$79\.00 with the test card/)).toBeVisible();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Confirm' }));
    await waitFor(() => expect(onOrder).toHaveBeenCalledWith(50));
    expect(cards).toEqual([expect.objectContaining({ type: 'card', 'card[token]': 'tok_visa_googlePay' })]);
    expect(bodies).toEqual([expect.objectContaining({ package_id: 5, payment_method: 'pm_test_wallet' })]);
  });

  it('pays nothing when it is closed', async () => {
    const bodies = bought();
    await show(cartIn({ package_id: 5 }));
    await userEvent.click(await screen.findByRole('button', { name: 'Test wallet' }));
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: /cancel/i }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(bodies).toEqual([]);
  });
});
