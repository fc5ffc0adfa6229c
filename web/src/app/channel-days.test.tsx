import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { keys } from '#/api/keys';
import type { Order, OwnSubscription } from '#/api/types';
import { ConfirmDeletionScreen } from '#/features/auth/confirm-deletion-screen';
import { PassReady } from '#/features/checkout/pass-ready';
import { RenewalNote } from '#/features/checkout/renewal-note';
import { ActiveOrders } from '#/features/orders/active-orders';
import { Transactions } from '#/features/orders/transactions';
import { Subscriptions } from '#/features/subscriptions/subscriptions';
import { local, tab } from '#/lib/storage';
import { aBootstrap, someSettings } from '#/testing/bootstrap';
import { anOrder, anOwnSubscription, samePeriod } from '#/testing/orders';
import { renderScreen } from '#/testing/render';
import { ok, useServer } from '#/testing/server';
import { PopupHost } from '#/ui/popup';

/** The viewer is in Vancouver, and the channel in Toronto. */
vi.mock('#/entities/zones', async (original) => ({
  ...(await original<object>()),
  viewerZone: () => 'America/Vancouver',
}));

const server = useServer();

beforeEach(() => {
  keys.setChannel('demo', '/api');
  local.save('api_key', 'key');
});

/** One o'clock on December 28 in Toronto, ten on the evening before in Vancouver. */
const night = '2026-12-28T06:00:00Z';
/** Midnight in Toronto: the end of June 30, 2027. */
const midnight = '2027-07-01T04:00:00Z';

const ofType = (over: Partial<Order>) => anOrder({ type: 'subscription', ...over });

function answer(orders: Order[], subscriptions: OwnSubscription[]) {
  server.use(
    http.get('*/api/orders', () => ok(orders)),
    http.get('*/api/profile/subscriptions', () => ok(subscriptions)),
    http.get('*/api/events', () => ok([], { total: 0, limit: 3, offset: 0 })),
  );
}

const parts = { Picker: () => null, Bank: () => null };

async function showSubscription(over: Partial<OwnSubscription>) {
  answer([], [anOwnSubscription(over)]);
  await renderScreen(
    <>
      <Subscriptions parts={parts} />
      <PopupHost />
    </>,
  );
}

describe('the day of a charge is that of the channel', () => {
  it('on the page of subscriptions and in their history', async () => {
    const paid = {
      kind: 'updated',
      reason: '',
      amount: 1499,
      usual_amount: 0,
      currency: 'CAD',
      ...samePeriod,
    } as const;
    const step = { ...paid, id: 1, at: night, from: night, until: midnight };
    await showSubscription({ period_ends_at: night, history: [step] });
    expect((await screen.findByText('Next renewal')).nextSibling).toHaveTextContent('December 28, 2026');
    const [entry] = screen.getAllByRole('listitem', { hidden: true });
    expect(entry).toHaveTextContent('December 28, 2026 to June 30, 2027');
    expect(entry?.querySelector('.subscr__at')).toHaveTextContent('December 28, 2026');
  });

  it('before and after it is bought', async () => {
    const item = {
      name: 'All',
      what: { subscription_id: 9 },
      currency: 'CAD',
      base_price: 1327,
      service_fee: 172,
      renewal: { trial_days: 0, next_charge_at: night, next_charge: 1499, every_days: 30 },
    };
    const terms = { id: 9, renewal: 'monthly', trialDays: 0, trialUsed: false } as const;
    answer([], []);
    await renderScreen(<RenewalNote item={item} terms={terms} />);
    expect(await screen.findByText(/CAD \$14\.99 on December 28, 2026/)).toBeVisible();
    await renderScreen(<PassReady order={ofType({ until: night })} product={undefined} origin={{}} ready={false} />);
    expect(await screen.findByText('Renews on December 28, 2026.')).toBeVisible();
  });

  it('on receipts and among transactions, from which the period counts too', async () => {
    const { transactions } = anOrder();
    const paid = { ...transactions[0]!, created_at: night, from: night, until: midnight };
    answer([ofType({ created_at: night, paid_at: night, transactions: [paid] })], []);
    await renderScreen(<Transactions />);
    expect(await screen.findByRole('cell', { name: 'December 28, 2026' })).toBeVisible();
    expect(screen.getByText('December 28, 2026 to June 30, 2027')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: /Receipt/ }));
    const receipt = within(await screen.findByRole('dialog'));
    expect(receipt.getAllByText('December 28, 2026')).toHaveLength(2);
    expect(receipt.getByText('December 28, 2026 to June 30, 2027')).toBeVisible();
  });
});

describe('an end is the last day that it includes', () => {
  it.each<[string, Partial<OwnSubscription>, RegExp | string]>([
    ['You can watch until', { status: 'canceled', auto_renew: 'cancelled' }, 'June 30, 2027'],
    ['You can watch until', { payments_paused: true }, 'June 30, 2027'],
    ['Free trial until', { trial_ends_at: midnight }, 'June 30, 2027'],
    ['Ended', { status: 'expired', ended_at: midnight }, 'June 30, 2027'],
  ])('of a subscription: %s', async (label, over, day) => {
    await showSubscription({ period_ends_at: midnight, ...over });
    expect((await screen.findByText(label)).nextSibling).toHaveTextContent(day);
  });

  it('of a subscription whose renewal is cancelled or was not paid', async () => {
    await showSubscription({ period_ends_at: midnight, access_ends_at: midnight, past_due: true });
    expect(await screen.findByText(/you can watch until June 30, 2027/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: /Cancel the renewal/ }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/until June 30, 2027/)).toBeVisible();
  });

  it('of a trial that was just begun', async () => {
    answer([], []);
    const order = ofType({ until: midnight, amount: 0 });
    await renderScreen(<PassReady order={order} product={undefined} origin={{}} ready={false} />);
    expect(await screen.findByText(/^Free until June 30, 2027\./)).toBeVisible();
  });

  it('of what stops because its account is deleted', async () => {
    tab.save('mailed_link', { path: '/confirm-account-deletion', email: 'a@b.ca', expires: '1', signature: 's' });
    const stopped = { name: 'All games', until: midnight, trial: false, over: false };
    server.use(
      http.post('*/api/delete-account-confirm', () => ok({ erased_at: night, stopped_subscriptions: [stopped] })),
    );
    await renderScreen(<ConfirmDeletionScreen />, { at: '/confirm-account-deletion' });
    await userEvent.click(await screen.findByRole('button', { name: 'Delete my account' }));
    expect(await screen.findByText(/ends on June 30, 2027/)).toBeVisible();
    expect(screen.getByText('December 28, 2026')).toBeVisible();
  });
});

it('the last day is that of the server where the zone data of this device is another', async () => {
  const settings = someSettings();
  // By the server, Toronto stays on daylight time from 2026 on.
  settings.channel.utc_offsets = [{ from_utc_ts: Date.parse('2026-03-08T07:00:00Z') / 1000, utc_offset: -14_400 }];
  answer([anOrder({ until: '2027-01-01T04:00:00Z', created_at: '2026-02-10T04:30:00Z' })], []);
  await renderScreen(<ActiveOrders />, { bootstrap: aBootstrap({ settings }) });
  expect(await screen.findByText(/until December 31, 2026/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: /Receipt/ }));
  const receipt = within(await screen.findByRole('dialog'));
  expect(receipt.getByText('December 31, 2026')).toBeVisible();
  expect(receipt.getByText('February 9, 2026')).toBeVisible(); // before the first offset, by this device
});
