import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Order } from '#/api/types';
import { cartIn } from '#/entities/cart';
import { bus } from '#/lib/bus';
import { session } from '#/lib/session';
import { anAccess, aProfile } from '#/testing/bootstrap';
import { access, eventDetail } from '#/testing/events';
import { anOrder, anOwnSubscription } from '#/testing/orders';
import { pressWhenReady } from '#/testing/press';
import { ok, problem } from '#/testing/server';
import { pass, useTill } from '#/testing/till';
import { videoDetail } from '#/testing/videos';
import { waitFor } from '#/testing/wait-for';
import { noteMade } from './made-here';

const { server, show, onOrder, own: owned } = useTill();
const onHold = { dispute: 'open', activity_status: 'inactive' } as const;

/** Answers the calls about one order, the last answer for good. */
function orderIs(...answers: (Order | Response)[]) {
  server.use(
    http.get('*/api/orders/:id', () => {
      const answer = answers.length > 1 ? answers.shift() : answers[0];
      return answer instanceof Response ? answer.clone() : ok(answer);
    }),
  );
}

describe('what the address names', () => {
  it('is asked for when it is nothing', async () => {
    await show(cartIn({}));
    expect(await screen.findByText('id not selected')).toBeVisible();
  });

  it('is not found when it is no pass', async () => {
    await show(cartIn({ package_id: 99 }));
    expect(await screen.findByRole('heading', { name: 'Pass not found' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'See what is on sale' })).toBeVisible();
  });

  it('stays in sight while a visitor becomes a user in place', async () => {
    session.setState({ user: null });
    await show(cartIn({ package_id: 5 }));
    expect(await screen.findByText('Become a user')).toBeVisible();
    expect(screen.getByText('CAD $79.00')).toBeVisible();
  });
});

describe('paying', () => {
  it('asks for a card', async () => {
    await show(cartIn({ package_id: 5 }));
    await pressWhenReady(userEvent, 'Pay CAD\u00a0$79.00');
    expect(await screen.findByText('Please select one of your saved cards or enter new one')).toBeVisible();
  });

  it('leaves a new card with the provider and follows the order', async () => {
    const bodies: unknown[] = [];
    server.use(
      http.post('*/stripe-simulator/v1/payment_methods', async ({ request }) => {
        bodies.push(Object.fromEntries(new URLSearchParams(await request.text())));
        return Response.json({ id: 'pm_1' });
      }),
      http.post('*/api/stripe/buy', async ({ request }) => {
        bodies.push(await request.json());
        return ok({ order: anOrder({ id: 50, status: 'created' }), publishable_key: 'pk', test_payments: true });
      }),
    );
    await show(cartIn({ package_id: 5 }));
    await userEvent.click(await screen.findByRole('button', { name: /4242 4242 4242 4242/ }));
    expect(screen.getByLabelText('Card number')).toHaveValue('4242 4242 4242 4242');
    await userEvent.click(screen.getByRole('button', { name: 'Pay CAD\u00a0$79.00' }));
    await waitFor(() => expect(onOrder).toHaveBeenCalledWith(50));
    expect(bodies[0]).toMatchObject({ type: 'card', 'card[number]': '4242424242424242', 'card[cvc]': '123' });
    expect(bodies[1]).toMatchObject({ package_id: 5, payment_method: 'pm_1', save_card: false });
    expect(JSON.stringify(bodies[1])).not.toContain('4242');
  });

  it('follows the order that was made although no answer came', async () => {
    await show(cartIn({ package_id: 5 }));
    server.use(
      http.post('*/stripe-simulator/v1/payment_methods', () => Response.json({ id: 'pm_1' })),
      http.post('*/api/stripe/buy', () => problem(502, 'bad_gateway')),
      http.get('*/api/orders', () => ok([anOrder({ id: 51, status: 'created' })])),
    );
    await userEvent.click(await screen.findByRole('button', { name: /4242 4242 4242 4242/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Pay CAD\u00a0$79.00' }));
    await waitFor(() => expect(onOrder).toHaveBeenCalledWith(51));
  });

  it('sells a second game of the ticket by which the first was bought', async () => {
    const ticket = { id: 9, event_id: 7, event_category_id: null, participant_id: null };
    const game = eventDetail({
      id: 8,
      type: 'paid',
      has_access: false,
      access: access({ granted: false, reason: 'purchase_required', capabilities: [] }),
      single_event_package_id: 9,
      base_price: 1327,
      service_fee: 172,
      price: 1499,
    });
    await show(
      cartIn({ event_id: 8, single_event_package_id: 9 }),
      http.get('*/api/events/8', () => ok(game)),
      http.get('*/api/orders', () =>
        ok([
          anOrder({ type: 'event', product: ticket }),
          anOrder({ id: 42, type: 'event', status: 'created', product: ticket }),
        ]),
      ),
    );
    server.use(
      http.post('*/stripe-simulator/v1/payment_methods', () => Response.json({ id: 'pm_1' })),
      http.post('*/api/stripe/buy', () => problem(502, 'bad_gateway')),
    );
    await userEvent.click(await screen.findByRole('button', { name: /4242 4242 4242 4242/ }));
    await userEvent.click(screen.getByRole('button', { name: /^Pay / }));
    expect(await screen.findByRole('alert')).toBeVisible();
    expect(onOrder).not.toHaveBeenCalled();
  });

  it('says that the order of the game is on hold, and leads to it', async () => {
    const ticket = { id: 9, event_id: 8, event_category_id: null, participant_id: null };
    const disputed = access({ granted: false, reason: 'payment_disputed', capabilities: [] });
    const game = { type: 'paid', has_access: false, access: disputed, single_event_package_id: 9 } as const;
    await show(
      cartIn({ event_id: 8, single_event_package_id: 9 }),
      http.get('*/api/events/8', () => ok(eventDetail({ id: 8, ...game }))),
      http.get('*/api/orders', () => ok([anOrder({ type: 'event', product: ticket, ...onHold })])),
    );
    expect(await screen.findByText('Your payment is under dispute')).toBeVisible();
    expect(screen.getByRole('link', { name: 'See your order' })).toHaveAttribute('href', '/profile#order-41');
    expect(screen.queryByRole('button', { name: /Pay/ })).toBeNull();
  });

  it.each([
    ['pass', { package_id: 5 }],
    ['subscription', { subscription_id: 9 }],
  ])('says that the order of the %s is on hold, and leads to it', async (_, cart) => {
    owned.onHold = anOrder(onHold);
    await show(cartIn(cart));
    expect(await screen.findByText('Your payment is under dispute')).toBeVisible();
    expect(screen.getByRole('link', { name: 'See your order' })).toHaveAttribute('href', '/profile#order-41');
    expect(screen.queryByRole('button', { name: /Pay/ })).toBeNull();
  });

  it('costs what the server says at present, not what a list said before', async () => {
    const now = { base_price: 8000, service_fee: 1040, discount: 0, price: 9040, currency: 'CAD' };
    const dearer = http.post('*/api/stripe/invoice-preview', () =>
      ok({ ...now, lines: [{ name: pass.name, ...now }], coupon: null, due_now: 9040, renewal: null }),
    );
    await show(cartIn({ package_id: 5 }), dearer);
    expect(await screen.findByRole('button', { name: 'Pay CAD\u00a0$90.40' })).toBeVisible();
  });

  it('says that sales are final', async () => {
    await show(cartIn({ package_id: 5 }));
    expect(await screen.findByText('All sales are final, with no refunds.')).toBeVisible();
  });

  it('says that nobody takes payments', async () => {
    const closed = http.post('*/api/stripe/setup-intent', () =>
      problem(503, 'payments_unavailable', { detail: 'Payments are not available right now.' }),
    );
    await show(cartIn({ package_id: 5 }), closed);
    expect(await screen.findByText('Payments are not available right now.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Pay CAD\u00a0$79.00' })).toBeDisabled();
  });
});

describe('a subscription', () => {
  // Of the buyer's clock nothing depends.
  const wrong = new Date('2027-03-01T12:00:00Z');
  beforeEach(() => void vi.useFakeTimers({ now: wrong, toFake: ['Date'] }));
  afterEach(() => void vi.useRealTimers());

  /** Every call that asks for money, with what it sent. */
  function calls() {
    const made: { path: string; body: unknown }[] = [];
    const note = async ({ request }: { request: Request }) => {
      made.push({ path: new URL(request.url).pathname, body: await request.json() });
      return ok({ order: anOrder({ id: 60, type: 'subscription' }), publishable_key: 'pk', test_payments: true });
    };
    server.use(
      http.post('*/stripe-simulator/v1/payment_methods', () => Response.json({ id: 'pm_1' })),
      http.post('*/stripe-simulator/v1/setup_intents/:id/confirm', () => Response.json({ status: 'succeeded' })),
      http.get('*/stripe-simulator/v1/setup_intents/:id', () => Response.json({ status: 'succeeded' })),
      http.post('*/api/stripe/buy', note),
      http.post('*/api/stripe/subscription/start_trial', note),
    );
    return made;
  }

  it('begins with its trial: nothing is paid today, and it says what is paid when', async () => {
    const made = calls();
    await show(cartIn({ subscription_id: 9 }));
    expect(await screen.findByText('Free for 7 days')).toBeVisible();
    expect(await screen.findByText(/then CAD \$14\.99 on November 29, 2026 unless you cancel first/)).toBeVisible();
    expect(screen.getByText('To pay today').nextSibling).toHaveTextContent('CAD $0.00');
    expect(await screen.findByText('This card is saved because the subscription renews with it.')).toBeVisible();
    expect(screen.queryByLabelText('Code')).toBeNull();
    await userEvent.click(await screen.findByRole('button', { name: /4242 4242 4242 4242/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Start free trial' }));
    await waitFor(() => expect(onOrder).toHaveBeenCalledWith(60));
    expect(made).toEqual([
      {
        path: '/api/stripe/subscription/start_trial',
        body: expect.objectContaining({ subscription_id: 9, payment_method: 'pm_1' }) as unknown,
      },
    ]);
  });

  it('is paid at once by whom the trial is used up, and it says so', async () => {
    session.setState({ user: aProfile({ trial_period_used: true }) });
    const made = calls();
    await show(cartIn({ subscription_id: 9 }));
    expect(await screen.findByText(/You’ve already used your free trial on this site/)).toBeVisible();
    expect(await screen.findByText(/Next charge: CAD \$14\.99 on December 22, 2026, then every 30 days/)).toBeVisible();
    await userEvent.click(await screen.findByRole('button', { name: /4242 4242 4242 4242/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Subscribe' }));
    await waitFor(() => expect(onOrder).toHaveBeenCalledWith(60));
    expect(made[0]).toMatchObject({
      path: '/api/stripe/buy',
      body: { subscription_id: 9, payment_method: 'pm_1', save_card: true },
    });
  });

  it('becomes one without a trial when the server knows of an earlier one', async () => {
    const used = http.post('*/api/stripe/subscription/start_trial', () =>
      problem(409, 'trial_used', { detail: 'You have already used your free trial.' }),
    );
    calls();
    await show(
      cartIn({ subscription_id: 9 }),
      used,
      http.get('*/api/profile', () => ok(aProfile({ trial_period_used: true }))),
    );
    await userEvent.click(await screen.findByRole('button', { name: /4242 4242 4242 4242/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Start free trial' }));
    expect(await screen.findByText('You have already used your free trial.')).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Subscribe' })).toBeVisible();
  });

  it('of a year renews after twelve months', async () => {
    await show(cartIn({ subscription_id: 10 }));
    expect(await screen.findByText(/on November 22, 2027, then every 12 months/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Subscribe' })).toBeVisible();
    expect(screen.getByLabelText('Code')).toBeVisible();
  });

  it('names no day that the server has not said', async () => {
    const silent = http.post('*/api/stripe/invoice-preview', () => problem(503, 'overloaded'));
    const shown = await show(cartIn({ subscription_id: 9 }), silent);
    expect(await screen.findByText(/then CAD \$14\.99 unless you cancel first/)).toBeVisible();
    shown.unmount();
    await show(cartIn({ subscription_id: 10 }), silent);
    expect(await screen.findByText('CAD $14.99 every 12 months until you cancel.')).toBeVisible();
  });

  it('that is held already leads to where it is managed', async () => {
    owned.subscription = anOwnSubscription({ auto_renew: 'cancelled', status: 'canceled' });
    await show(cartIn({ subscription_id: 9 }));
    expect(await screen.findByText('You already bought this subscription.')).toBeVisible();
    expect(screen.getByText(/The renewal is cancelled/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Your subscriptions' })).toHaveAttribute('href', '/profile/subscriptions');
  });

  it('that is held leads to the game that it opens, and says so of one that it does not open', async () => {
    owned.subscription = anOwnSubscription();
    const opened = eventDetail({ id: 3, has_access: true });
    const shown = await show(
      cartIn({ subscription_id: 9, event_id: 3 }),
      http.get('*/api/events/3', () => ok(opened)),
    );
    expect(await screen.findByRole('link', { name: 'Watch' })).toHaveAttribute('href', '/watch/3');
    expect(screen.queryByText(/It doesn’t include/)).toBeNull();
    shown.unmount();
    const locked = eventDetail({ id: 4, has_access: false, type: 'ppv', single_event_package_id: 70, price: 1130 });
    await show(
      cartIn({ subscription_id: 9, event_id: 4 }),
      http.get('*/api/events/4', () => ok(locked)),
    );
    expect(await screen.findByText(/^It doesn’t include /)).toBeVisible();
    expect(screen.getByRole('heading', { name: 'How to watch' })).toBeVisible();
    expect(screen.getByRole('link', { name: /^Buy for/ }).getAttribute('href')).toContain('event_id=4');
    expect(screen.queryByRole('link', { name: 'Watch' })).toBeNull();
    expect(screen.getByRole('link', { name: 'See what you can watch' })).toHaveAttribute('href', '/schedule');
  });
});

it('a subscription whose renewal is not paid leads to where it is paid', async () => {
  owned.subscription = anOwnSubscription({ status: 'inactive', past_due: true });
  await show(cartIn({ subscription_id: 9 }));
  expect(await screen.findByText(/The last renewal was not paid/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Your subscriptions' })).toHaveAttribute('href', '/profile/subscriptions');
});

describe('what is bought already', () => {
  it('is named as a pass', async () => {
    owned.pass = true;
    await show(cartIn({ package_id: 5 }));
    expect(await screen.findByText('You already bought this pass.')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
  });

  it('is named as a game', async () => {
    const game = eventDetail({ id: 8, type: 'paid', single_event_package_id: 9, price: 1499 });
    const product = { id: 9, event_id: 8, event_category_id: null, participant_id: null };
    await show(
      cartIn({ event_id: 8, single_event_package_id: 9 }),
      http.get('*/api/orders', () => ok([anOrder({ type: 'event', product })])),
      http.get('*/api/events/8', () => ok(game)),
    );
    expect(await screen.findByText('You already bought this game.')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
  });
});

describe('an order under way', () => {
  /** Gives the intervals of two seconds that are set and not cleared. */
  function watchIntervals() {
    const set = vi.spyOn(globalThis, 'setInterval');
    const cleared = vi.spyOn(globalThis, 'clearInterval');
    const every = () => set.mock.results.filter((_, index) => set.mock.calls[index]?.[1] === 2_000);
    return () => every().filter(({ value }) => !cleared.mock.calls.some(([id]) => id === value));
  }

  it('is asked about every two seconds until it is settled', async () => {
    const running = watchIntervals();
    orderIs(anOrder({ status: 'created', stage: 'confirming' }), anOrder());
    await show(cartIn({ package_id: 5, order: 41 }));
    expect(await screen.findByText('Confirming with the bank', { selector: 'b' })).toBeVisible();
    expect(running()).toHaveLength(1);
    expect(await screen.findByText('Hockey pass is yours')).toBeVisible();
    expect(running()).toHaveLength(0);
  });

  it('shows a pass that is paid', async () => {
    orderIs(anOrder());
    await show(cartIn({ package_id: 5, order: 41 }));
    expect(await screen.findByText('Hockey pass is yours')).toBeVisible();
    const receipt = anOrder().receipt_number;
    expect(screen.getByText(`You paid CAD $79.00. Receipt ${receipt} was sent to fan@example.com.`)).toBeVisible();
  });

  it.each([
    ['game', { event_id: 7 }, '*/api/events/7', '/watch/7', eventDetail({ id: 7 })],
    ['video', { vod_id: 9 }, '*/api/vod-media-items/9', '/vod_library/9', videoDetail({ id: 9 })],
  ])('leads whoever came from a %s back to it once the pass opens it', async (_, from, path, to, wanted) => {
    orderIs(anOrder());
    const answers = [false, true];
    const opens = http.get(path, () => ok({ ...wanted, has_access: answers.shift() ?? true }));
    const { router } = await show(cartIn({ package_id: 5, order: 41, ...from }), opens);
    await waitFor(() => expect(router.state.location.pathname).toBe(to));
    expect(answers).toEqual([]);
  });

  it('stays with a pass that does not open what somebody came from', async () => {
    orderIs(anOrder());
    const closed = http.get('*/api/events/7', () => ok({ ...eventDetail({ id: 7 }), has_access: false }));
    const { router } = await show(cartIn({ package_id: 5, order: 41, event_id: 7 }), closed);
    expect(await screen.findByText('Hockey pass is yours')).toBeVisible();
    expect(screen.getByRole('link', { name: 'See what it includes' })).toHaveAttribute('href', '/schedule');
    expect(router.state.location.pathname).toBe('/buy');
  });

  it('tells at once what its buyer may do from now on', async () => {
    orderIs(anOrder());
    const allowed = http.get('*/api/user/access', () => ok(anAccess({ capabilities: ['watch', 'clipping'] })));
    await show(cartIn({ package_id: 5, order: 41 }), allowed);
    await waitFor(() => expect(session.getState().user?.capabilities).toEqual(['watch', 'clipping']));
  });

  it('is recorded once by the tab that made it, and by no other', async () => {
    const recorded = vi.fn<(of: { event: string }) => void>();
    const stop = bus.on('record', recorded);
    orderIs(anOrder({ id: 52, paid_at: new Date().toISOString() }));
    const elsewhere = await show(cartIn({ package_id: 5, order: 52 }));
    expect(await screen.findByText('Hockey pass is yours')).toBeVisible();
    elsewhere.unmount();
    expect(recorded).not.toHaveBeenCalled();
    noteMade(52);
    for (let times = 0; times < 2; times++) {
      const own = await show(cartIn({ package_id: 5, order: 52 }));
      expect(await screen.findByText('Hockey pass is yours')).toBeVisible();
      own.unmount();
    }
    stop();
    expect(recorded).toHaveBeenCalledTimes(1);
    expect(recorded).toHaveBeenCalledWith(
      expect.objectContaining({ event: 'purchase', extras: expect.objectContaining({ value: 7900 }) as unknown }),
    );
  });

  it('tells why it failed, and goes back to the cart', async () => {
    orderIs(
      anOrder({
        status: 'failed',
        stage: 'failed',
        failure: { code: 'card_declined', message: 'Your card was declined.' },
      }),
    );
    await show(cartIn({ package_id: 5, order: 41 }));
    const popup = await screen.findByRole('dialog');
    expect(within(popup).getByText('Your card was declined.')).toBeVisible();
    await userEvent.click(within(popup).getByRole('button', { name: 'Back to payment' }));
    await waitFor(() => expect(onOrder).toHaveBeenCalledWith(undefined));
  });

  it('waits where the server is too busy to say', async () => {
    const busy = problem(503, 'overloaded', { headers: { 'Retry-After': '0' } });
    orderIs(busy, busy, busy, busy, anOrder());
    await show(cartIn({ package_id: 5, order: 41 }));
    expect(await screen.findByText('Hockey pass is yours')).toBeVisible();
  });

  it('stops asking after an error and asks again at a press, without losing the order', async () => {
    const running = watchIntervals();
    orderIs(problem(500, 'internal'), problem(500, 'internal'), anOrder());
    await show(cartIn({ package_id: 5, order: 41 }));
    const again = await screen.findByRole('button', { name: 'Check again' });
    expect(running()).toHaveLength(0);
    await userEvent.click(again);
    expect(await screen.findByText('Hockey pass is yours')).toBeVisible();
    expect(onOrder).not.toHaveBeenCalled();
  });
});
