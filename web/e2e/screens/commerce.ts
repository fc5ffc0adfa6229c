import type { Page } from '@playwright/test';
import { anOrder } from '../../src/testing/orders.ts';
import { expect } from '../fixtures.ts';
import type { Screen } from './screen.ts';

/** The till in its states, and what the profile says of orders. */

const order = anOrder();
const cards = [
  { id: 'pm_1', brand: 'visa', last4: '4242', exp_month: 8, exp_year: 2031, default: true },
  { id: 'pm_2', brand: 'mastercard', last4: '4444', exp_month: 1, exp_year: 2032, default: false },
];

/** What the server would say of an order, of all of them, and of saved cards. */
function bought(one: object, all: object[] = [], saved: object[] = cards) {
  return async (page: Page) => {
    const said = (address: RegExp, data: unknown) =>
      page.route(address, (route) => route.fulfill({ json: { data, meta: { total: 1, limit: 0, offset: 0 } } }));
    await said(/\/api\/orders\?/, all);
    await said(/\/api\/orders\/\d+\?/, { ...order, ...one });
    await said(/\/api\/stripe\/list-cards/, saved);
    await said(/\/api\/stripe\/setup-intent/, { client_secret: 's', publishable_key: 'pk', test_payments: true });
  };
}

const underWay = { status: 'created', stage: 'confirming', paid_at: null };
const failed = { status: 'failed', stage: 'failed', failure: { code: 'card_declined', message: '' } };

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
  { name: 'profile-orders', path: () => '/profile', user: true, before: bought({}, [order]) },
  { name: 'profile-transactions', path: () => '/profile/transactions', user: true, before: bought({}, [order]) },
  { name: 'profile-transactions-none', path: () => '/profile/transactions', user: true, before: bought({}) },
];
