import type { Page } from '@playwright/test';
import { anOrder, anOwnSubscription } from '../../src/testing/orders.ts';
import { expect } from '../fixtures.ts';
import { changed, type Screen, untilDialog } from './screen.ts';

/** The till in its states, and what the profile says of orders. */

const order = anOrder();
const cards = [
  { id: 'pm_1', brand: 'visa', last4: '4242', exp_month: 8, exp_year: 2031, default: true },
  { id: 'pm_2', brand: 'mastercard', last4: '4444', exp_month: 1, exp_year: 2032, default: false },
];

/** What the server would say of an order, of all of them, and of saved cards. */
function bought(one: object, all: object[] = [], saved: object[] = cards, subscriptions: object[] = []) {
  return async (page: Page) => {
    const said = (address: RegExp, data: unknown) =>
      page.route(address, (route) => route.fulfill({ json: { data, meta: { total: 1, limit: 0, offset: 0 } } }));
    await said(/\/api\/orders\?/, all);
    await said(/\/api\/orders\/\d+\?/, { ...order, ...one });
    await said(/\/api\/profile\/subscriptions\?/, subscriptions);
    await said(/\/api\/stripe\/list-cards/, saved);
    await said(/\/api\/stripe\/setup-intent/, { client_secret: 's', publishable_key: 'pk', test_payments: true });
  };
}

const underWay = { status: 'created', stage: 'confirming', paid_at: null };
const failed = { status: 'failed', stage: 'failed', failure: { code: 'card_declined', message: '' } };

/** A subscription in each of its states. */
const subscriptions = [
  anOwnSubscription(),
  anOwnSubscription({ id: 2, past_due: true, card: { brand: 'mastercard', last4: '4444' } }),
  anOwnSubscription({ id: 3, status: 'canceled', auto_renew: 'cancelled', canceled_at: '2026-11-21T12:00:00Z' }),
  anOwnSubscription({ id: 4, status: 'expired', ended_at: '2026-11-20T12:00:00Z' }),
].map((one, index) => ({ ...one, subscription: { ...one.subscription, id: 900 + index } }));
const subscriber = bought({}, [], cards, subscriptions);

async function usedTrial(page: Page): Promise<void> {
  await bought({})(page);
  await changed(/\/api\/profile\?/, { trial_period_used: true })(page);
}

const press = (name: RegExp) => async (page: Page) => {
  await page.getByRole('main').getByRole('button', { name }).first().click();
  await untilDialog(page);
};

const month = { from: '2026-11-20T12:00:00Z', until: '2026-12-20T12:00:00Z' };
const bill = anOrder({
  type: 'subscription',
  name: 'All access, monthly',
  base_price: 1327,
  service_fee: 172,
  price: 1499,
  amount: 1499,
  transactions: anOrder().transactions.map((one) => ({ ...one, ...month, amount: 1499 })),
});

export const commerceScreens: Screen[] = [
  { name: 'buy-nothing', path: () => '/buy' },
  { name: 'buy-no-such-pass', path: () => '/buy?package_id=999999' },
  { name: 'buy-visitor', path: (p) => `/buy?event_id=${p.paid}` },
  { name: 'buy-event', path: (p) => `/buy?event_id=${p.paid}`, user: true, before: bought({}) },
  { name: 'buy-new-card', path: (p) => `/buy?package_id=${p.teamPass}`, user: true, before: bought({}, [], []) },
  { name: 'buy-choose-first', path: (p) => `/buy?package_id=${p.oneTeam}`, user: true, before: bought({}) },
  {
    name: 'buy-under-way',
    path: (p) => `/buy?package_id=${p.teamPass}&order=41`,
    user: true,
    before: bought(underWay),
  },
  { name: 'buy-ready', path: (p) => `/buy?package_id=${p.teamPass}&order=41`, user: true, before: bought({}) },
  {
    name: 'buy-failed',
    path: (p) => `/buy?package_id=${p.teamPass}&order=41`,
    user: true,
    before: bought(failed),
    after: async (page) => {
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  { name: 'buy-subscription-visitor', path: (p) => `/buy?subscription_id=${p.subscription}` },
  { name: 'buy-trial', path: (p) => `/buy?subscription_id=${p.subscription}`, user: true, before: bought({}, [], []) },
  { name: 'buy-trial-used', path: (p) => `/buy?subscription_id=${p.subscription}`, user: true, before: usedTrial },
  { name: 'buy-yearly', path: (p) => `/buy?subscription_id=${p.yearly}`, user: true, before: bought({}) },
  { name: 'profile-subscriptions', path: () => '/profile/subscriptions', user: true, before: subscriber },
  { name: 'profile-subscriptions-none', path: () => '/profile/subscriptions', user: true, before: bought({}) },
  {
    name: 'profile-subscription-history',
    path: () => '/profile/subscriptions',
    user: true,
    before: subscriber,
    after: async (page) => page.locator('summary').first().click(),
  },
  {
    name: 'profile-subscription-cancel',
    path: () => '/profile/subscriptions',
    user: true,
    before: subscriber,
    after: press(/^(Cancel the renewal|Annuler le renouvellement)/),
  },
  {
    name: 'profile-subscription-card',
    path: () => '/profile/subscriptions',
    user: true,
    before: subscriber,
    after: press(/^(Pay with another card|Payer avec une autre carte)/),
  },
  {
    name: 'profile-card-delete',
    path: () => '/profile',
    user: true,
    before: bought({}),
    after: press(/^(Delete|Supprimer) (Visa|Mastercard)/),
  },
  { name: 'profile-bills', path: () => '/profile/transactions', user: true, before: bought({}, [bill]) },
  {
    name: 'profile-receipt',
    path: () => '/profile/transactions',
    user: true,
    before: bought({}, [bill]),
    after: press(/^(Receipt|Reçu)/),
  },
  { name: 'profile-orders', path: () => '/profile', user: true, before: bought({}, [order]) },
  { name: 'profile-transactions', path: () => '/profile/transactions', user: true, before: bought({}, [order]) },
  { name: 'profile-transactions-none', path: () => '/profile/transactions', user: true, before: bought({}) },
];
