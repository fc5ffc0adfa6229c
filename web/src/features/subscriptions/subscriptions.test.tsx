import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { keys } from '#/api/keys';
import type { CardChange, OwnSubscription } from '#/api/types';
import { local } from '#/lib/storage';
import { anOwnSubscription, samePeriod } from '#/testing/orders';
import { renderScreen } from '#/testing/render';
import { ok, problem, useServer } from '#/testing/server';
import { waitFor } from '#/testing/wait-for';
import { PopupHost } from '#/ui/popup';
import type { BankProps, CardPickerProps } from './parts';
import { leaveForPortal } from './portal-visit';
import { Subscriptions } from './subscriptions';

const server = useServer();

beforeEach(() => {
  keys.setChannel('demo', '/api');
  local.save('api_key', 'key');
});

/** Stands for the choice of a card: takes one at a press. */
function Picker({ title, action, amount, onCard }: CardPickerProps) {
  return (
    <div role="dialog" aria-label={title}>
      <p>{amount}</p>
      <button type="button" onClick={() => void onCard('pm_9')}>
        {action}
      </button>
    </div>
  );
}

/** Stands for the bank's page: answers at a press. */
function Bank({ question, onAnswer }: BankProps) {
  return (
    <button type="button" onClick={onAnswer}>
      Answer {question.secret} of {question.key}
    </button>
  );
}

const parts = { Picker, Bank };

function show(...list: OwnSubscription[]) {
  server.use(
    http.get('*/api/profile/subscriptions', () => ok(list)),
    http.get('*/api/orders', () => ok([])),
  );
  return renderScreen(
    <>
      <Subscriptions parts={parts} />
      <PopupHost />
    </>,
  );
}

/** Answers one call and keeps what it was sent. */
function answer(path: string, one: OwnSubscription | CardChange): unknown[] {
  const bodies: unknown[] = [];
  server.use(
    http.post(`*/api/stripe/${path}`, async ({ request }) => {
      bodies.push(await request.json());
      return ok(one);
    }),
  );
  return bodies;
}

const cancelled = anOwnSubscription({ status: 'canceled', auto_renew: 'cancelled' });

describe('a subscription', () => {
  it('says when it renews and by what card, with the labels of its history', async () => {
    await show(anOwnSubscription());
    const card = await screen.findByRole('article', { name: 'All access, monthly' });
    expect(within(card).getByText('Next renewal').nextSibling).toHaveTextContent('December 20, 2026');
    expect(within(card).getByText('Visa ending in 4242')).toBeVisible();
    expect(within(card).getByText('Auto-renewal').nextSibling).toHaveTextContent('Active');
    const steps = within(card).getAllByRole('listitem', { hidden: true });
    expect(steps.map((step) => step.querySelector('b')?.textContent)).toEqual([
      'Subscription Renewal',
      'New subscription',
    ]);
    expect(steps[0]).toHaveTextContent('November 20, 2026 to December 20, 2026');
  });

  it('on trial says until when it is free', async () => {
    const soon = new Date(Date.now() + 3_600_000).toISOString();
    await show(anOwnSubscription({ trial_ends_at: soon, period_ends_at: soon }));
    expect(await screen.findByText('Free trial until')).toBeVisible();
  });

  it('that is over can be had again', async () => {
    await show(anOwnSubscription({ status: 'expired', ended_at: '2026-11-20T12:00:00Z' }));
    expect(await screen.findByText('Expired')).toBeVisible();
    expect(screen.getByRole('link', { name: /Subscribe again/ })).toHaveAttribute('href', '/buy?subscription_id=9');
    expect(screen.queryByText('Auto-renewal')).toBeNull();
  });

  it('leads on where there is none', async () => {
    await show();
    expect(await screen.findByText('You have no subscription')).toBeVisible();
    expect(screen.getByRole('link', { name: 'See the subscriptions' })).toHaveAttribute('href', '/packages');
  });

  it('that cannot be asked about says so', async () => {
    server.use(http.get('*/api/profile/subscriptions', () => problem(503, 'overloaded', { detail: 'Too busy.' })));
    await renderScreen(<Subscriptions parts={parts} />);
    expect(await screen.findByText('Too busy.')).toBeVisible();
  });
});

describe('cancelling', () => {
  it('says until when access stays, works on it, is done, and shows the label', async () => {
    const bodies = answer('unsubscribe', cancelled);
    await show(anOwnSubscription());
    await userEvent.click(await screen.findByRole('button', { name: /Cancel the renewal/ }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText(/until December 20, 2026/)).toBeVisible();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel the renewal' }));
    expect(await screen.findByText('Finished')).toBeVisible();
    expect(await screen.findByText('Auto-Renewal Cancelled')).toBeVisible();
    expect(screen.getByText('You can watch until').nextSibling).toHaveTextContent('December 20, 2026');
    expect(bodies).toEqual([expect.objectContaining({ subscription_id: 9 })]);
  });

  it('shows that it is under way', async () => {
    let finish: (response: Response) => void = () => undefined;
    const pending = new Promise<Response>((resolve) => {
      finish = resolve;
    });
    server.use(http.post('*/api/stripe/unsubscribe', () => pending));
    await show(anOwnSubscription());
    await userEvent.click(await screen.findByRole('button', { name: /Cancel the renewal/ }));
    await userEvent.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel the renewal' }),
    );
    expect(await screen.findByText('Processing…')).toBeVisible();
    finish(ok(cancelled));
    expect(await screen.findByText('Finished')).toBeVisible();
  });

  it('that is thought better of calls nobody', async () => {
    const bodies = answer('unsubscribe', cancelled);
    await show(anOwnSubscription());
    await userEvent.click(await screen.findByRole('button', { name: /Cancel the renewal/ }));
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Keep it' }));
    expect(bodies).toEqual([]);
    expect(screen.getByText('Auto-renewal').nextSibling).toHaveTextContent('Active');
  });

  it('is taken back', async () => {
    const bodies = answer('subscription/resume', anOwnSubscription());
    await show(cancelled);
    await userEvent.click(await screen.findByRole('button', { name: /Keep it going/ }));
    expect(await screen.findByText('Next renewal')).toBeVisible();
    expect(bodies).toEqual([expect.objectContaining({ subscription_id: 9 })]);
  });
});

describe('a renewal that was not paid', () => {
  it('is paid with another card', async () => {
    const bodies = answer('subscription/card', anOwnSubscription());
    await show(anOwnSubscription({ past_due: true }));
    expect(await screen.findByText('The last renewal was not paid.')).toBeVisible();
    expect(screen.getByText(/Visa ending in 4242 was declined.*you can watch until December 23, 2026/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: /Pay with another card/ }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText('1499')).toBeVisible();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Pay now' }));
    await waitFor(() => expect(screen.queryByText('The last renewal was not paid.')).toBeNull());
    expect(bodies).toEqual([expect.objectContaining({ subscription_id: 9, payment_method: 'pm_9' })]);
  });

  it('is paid also when access has stopped: nobody can subscribe beside it', async () => {
    answer('subscription/card', anOwnSubscription());
    await show(anOwnSubscription({ status: 'inactive', past_due: true }));
    expect(await screen.findByText('Inactive')).toBeVisible();
    expect(screen.getByText(/Your access has stopped/)).toBeVisible();
    expect(screen.queryByRole('link', { name: /Subscribe again/ })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: /Pay with another card/ }));
    await userEvent.click(await screen.findByRole('button', { name: 'Pay now' }));
    expect(await screen.findByText('Next renewal')).toBeVisible();
    expect(screen.queryByText('Inactive')).toBeNull();
  });

  it('says that the other card has not paid either', async () => {
    answer('subscription/card', anOwnSubscription({ past_due: true }));
    await show(anOwnSubscription({ past_due: true }));
    await userEvent.click(await screen.findByRole('button', { name: /Pay with another card/ }));
    await userEvent.click(await screen.findByRole('button', { name: 'Pay now' }));
    expect(await screen.findByText(/the payment hasn’t gone through/)).toBeVisible();
  });
});

describe('what the provider did', () => {
  const failed = (reason: string) =>
    anOwnSubscription({
      past_due: true,
      history: [
        {
          id: 3,
          kind: 'payment_failed',
          reason,
          at: '2026-12-20T13:00:00Z',
          amount: 1499,
          usual_amount: 0,
          currency: 'CAD',
          from: null,
          until: null,
          ...samePeriod,
        },
      ],
    });

  it('pauses the payments', async () => {
    await show(anOwnSubscription({ payments_paused: true }));
    expect(
      await screen.findByText(/We have paused the payments.*You can watch until the end of the period you paid for/),
    ).toBeVisible();
    expect(screen.getByText('Auto-renewal').nextSibling).toHaveTextContent('Paused');
    expect(screen.queryByText('Next renewal')).toBeNull();
  });

  it('pauses them beyond what is paid', async () => {
    await show(anOwnSubscription({ payments_paused: true, status: 'inactive' }));
    expect(await screen.findByText(/You can’t watch until they resume/)).toBeVisible();
    expect(screen.queryByRole('link', { name: /Subscribe again/ })).toBeNull();
  });

  it('gives a payment up', async () => {
    await show(anOwnSubscription({ status: 'inactive', uncharged_until: '2027-01-20T12:00:00Z' }));
    expect(await screen.findByText(/The next payment is on January 20, 2027/)).toBeVisible();
    expect(screen.getByText('Next renewal').nextSibling).toHaveTextContent('January 20, 2027');
  });

  it('detaches the card', async () => {
    await show(anOwnSubscription({ card: null }));
    expect(await screen.findByText('There is no card for the next payment. Please choose one.')).toBeVisible();
    expect(screen.getByRole('button', { name: /Choose a card/ })).toBeVisible();
  });

  it('does not charge an expired card', async () => {
    await show(failed('expired'));
    expect(await screen.findByText(/Visa ending in 4242 has expired\./)).toBeVisible();
  });

  it('charges nobody: the card is not to blame', async () => {
    await show(failed('account'));
    expect(await screen.findByText(/There’s nothing wrong with your card/)).toBeVisible();
    expect(screen.queryByText(/declined/)).toBeNull();
    expect(screen.queryByRole('button', { name: /Pay with another card/ })).toBeNull();
  });
});

describe('a bank disputes a payment', () => {
  it('is on hold: no access, no charge, and what its user can do', async () => {
    await show(anOwnSubscription({ status: 'inactive', dispute: 'open', access_ends_at: null }));
    expect(await screen.findByText(/You can’t watch for now, and you won’t be charged/)).toBeVisible();
    expect(screen.getByText(/becomes active again and renews as before/)).toBeVisible();
    expect(screen.getByText('Auto-renewal').nextSibling).toHaveTextContent('On hold');
    expect(screen.queryByText('Next renewal')).toBeNull();
    expect(screen.queryByText('Active')).toBeNull();
    expect(screen.getByRole('link', { name: 'See your order' })).toHaveAttribute('href', '/profile#order-41');
    expect(screen.queryByRole('link', { name: /Subscribe again/ })).toBeNull();
  });

  it('says what is left of one that does not renew', async () => {
    await show(anOwnSubscription({ status: 'inactive', auto_renew: 'cancelled', dispute: 'open' }));
    expect(await screen.findByText(/you can watch again until the end of the period you paid for/)).toBeVisible();
  });

  it('goes before a payment that is missing', async () => {
    await show(anOwnSubscription({ status: 'inactive', past_due: true, dispute: 'open' }));
    expect(await screen.findByText('Your payment is under dispute')).toBeVisible();
    expect(screen.queryByRole('button', { name: /Pay with another card/ })).toBeNull();
  });
});

describe('why it has ended', () => {
  const over = (reason: string, more: Partial<OwnSubscription> = {}) =>
    anOwnSubscription({
      status: 'expired',
      auto_renew: 'cancelled',
      ended_at: '2026-12-20T13:00:00Z',
      history: [
        {
          id: 3,
          kind: 'ended',
          reason,
          at: '2026-12-20T13:00:00Z',
          amount: 0,
          usual_amount: 0,
          currency: 'CAD',
          from: null,
          until: null,
          ...samePeriod,
        },
      ],
      ...more,
    });

  it.each([
    ['refund', '', /we refunded its last payment/],
    ['payment', '', /its last payment did not go through/],
    ['no_card', '', /there was no card to charge/],
    ['customer', '', /payment details were deleted/],
    ['canceled', '', /We cancelled this subscription/],
    ['dispute', 'lost', /your bank refunded a payment after a dispute/],
    ['dispute', 'won', /because of a dispute with your bank/],
  ] as const)('because of %s %s', async (reason, dispute, text) => {
    await show(over(reason, { dispute }));
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.getByRole('link', { name: /Subscribe again/ })).toBeVisible();
  });

  it('goes on with what is paid where the channel ended it', async () => {
    await show(over('canceled', { status: 'canceled' }));
    expect(await screen.findByText(/We cancelled this subscription/)).toBeVisible();
    expect(screen.getByText('You can watch until').nextSibling).toHaveTextContent('December 20, 2026');
    expect(screen.queryByRole('link', { name: /Subscribe again/ })).toBeNull();
    expect(screen.queryByRole('button', { name: /Keep it going/ })).toBeNull();
  });

  it('is not told to who ended it', async () => {
    const one = over('canceled');
    await show({ ...one, history: [...one.history, { ...one.history[0]!, id: 2, kind: 'canceled', reason: '' }] });
    expect(await screen.findByText('Expired')).toBeVisible();
    expect(screen.queryByText(/You won’t be charged again/)).toBeNull();
  });
});

describe('a renewal whose bank wants to be asked', () => {
  const due = anOwnSubscription({ past_due: true });
  const asks = { ...due, client_secret: 'pi_1_secret_2', publishable_key: 'pk_sim_demo', test_payments: true };

  async function askTheBank() {
    answer('subscription/card', asks);
    const { client } = await show(due);
    await userEvent.click(await screen.findByRole('button', { name: /Pay with another card/ }));
    await userEvent.click(await screen.findByRole('button', { name: 'Pay now' }));
    expect(await screen.findByText('Your bank asks you to confirm')).toBeVisible();
    return { client, bank: screen.getByRole('button', { name: 'Answer pi_1_secret_2 of pk_sim_demo' }) };
  }

  it('is paid once the bank has its answer', async () => {
    const { bank } = await askTheBank();
    expect(screen.queryByText(/the payment hasn’t gone through/)).toBeNull();
    server.use(http.get('*/api/profile/subscriptions', () => ok([anOwnSubscription()])));
    await userEvent.click(bank);
    await waitFor(() => expect(screen.queryByText('The last renewal was not paid.')).toBeNull());
    expect(screen.getByText('Next renewal')).toBeVisible();
    expect(screen.queryByRole('button', { name: /Answer/ })).toBeNull();
  });

  it('is followed until the server knows', async () => {
    const { bank } = await askTheBank();
    const answers = [[due], [anOwnSubscription()]];
    server.use(http.get('*/api/profile/subscriptions', () => ok(answers.length > 1 ? answers.shift() : answers[0])));
    await userEvent.click(bank);
    expect(await screen.findByText('Confirming with the bank')).toBeVisible();
    await waitFor(() => expect(screen.queryByText('The last renewal was not paid.')).toBeNull());
  });

  it('that stays unpaid says so, and the bank can be asked again', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['Date', 'setTimeout'] });
    try {
      const { bank } = await askTheBank();
      await userEvent.click(bank);
      expect(await screen.findByText('Confirming with the bank')).toBeVisible();
      await vi.advanceTimersByTimeAsync(40_000);
      expect(await screen.findByText(/the payment hasn’t gone through/)).toBeVisible();
      expect(screen.getByRole('button', { name: /Answer/ })).toBeVisible();
    } finally {
      vi.useRealTimers();
    }
  });

  it('keeps the secret out of what is cached', async () => {
    const { client } = await askTheBank();
    const cached = client.getQueryCache().getAll();
    expect(JSON.stringify(cached.map(({ state }) => state.data))).not.toContain('secret');
  });
});

describe("the provider's page", () => {
  it('is left for with a note, so that what arrives after the return is shown', async () => {
    leaveForPortal();
    await show(anOwnSubscription());
    expect(await screen.findByText('Next renewal')).toBeVisible();
    server.use(http.get('*/api/profile/subscriptions', () => ok([cancelled])));
    expect(await screen.findByText('Auto-Renewal Cancelled')).toBeVisible();
  });

  it('says why it cannot be opened', async () => {
    await show(anOwnSubscription());
    server.use(
      http.get('*/api/stripe/customer-portal', () =>
        problem(503, 'payments_unavailable', { detail: 'Payments are not available right now.' }),
      ),
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Open the provider’s page' }));
    expect(await screen.findByText('Payments are not available right now.')).toBeVisible();
  });

  it('changes the card of a subscription at a former payment account', async () => {
    await show(anOwnSubscription({ card_at_provider: true }));
    server.use(
      http.get('*/api/stripe/customer-portal', () =>
        problem(503, 'payments_unavailable', { detail: 'Payments are not available right now.' }),
      ),
    );
    await userEvent.click(await screen.findByRole('button', { name: /Change the card/ }));
    expect(await screen.findByText('Payments are not available right now.')).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
