import type { Page } from '@playwright/test';
import { expect } from '../fixtures.ts';
import { findPlaces } from './places.ts';
import { changed, type Screen, untilDialog } from './screen.ts';

/** What people see of their own account, and what the links in its letters ask. */

/** A link as letters carry it, which nobody was sent. */
function mailedLink(path: string): string {
  return `${path}?email=alex%40example.com&expires=${Math.floor(Date.now() / 1000) + 3600}&signature=${'A'.repeat(43)}`;
}

async function pressFirst(page: Page): Promise<void> {
  const title = page.getByRole('heading', { level: 1 });
  const before = await title.textContent();
  await page.locator('.login__f button.btn').first().click();
  await expect(title).not.toHaveText(before ?? '');
}

/** The link leads nowhere any more, for this reason. */
function refused(code: 'link_used' | 'link_expired') {
  return async (page: Page) => {
    const body = { code, detail: '', errors: [], request_id: 'a1b2' };
    await page.route(/\/api\/(delete-account-confirm|auth\/confirm-email)/, (route) =>
      route.fulfill({ status: 409, json: body }),
    );
  };
}

/** Somebody who is logged in all over the house. */
async function someDevices(page: Page): Promise<void> {
  await page.route(/\/api\/auth\/sessions\?/, (route) => {
    const french = route.request().url().includes('lang=fr');
    const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
    const place = (id: number, kind: string, name: string, created: number, used: number, where = '') => ({
      id,
      kind,
      name,
      place: where,
      created_at: ago(created),
      last_used_at: ago(used),
      current: id === 1,
    });
    const data = [
      place(
        1,
        'computer',
        french ? 'Chrome sous Windows' : 'Chrome on Windows',
        2,
        0,
        french ? 'Montréal, Québec, Canada' : 'Montréal, Quebec, Canada',
      ),
      place(2, 'phone', french ? 'Safari sur iPhone' : 'Safari on iPhone', 900, 0.2),
      place(3, 'tv', french ? 'Chrome sur LG TV' : 'Chrome on LG TV', 5000, 30),
      place(4, 'tablet', french ? 'Samsung Internet sur Android' : 'Samsung Internet on Android', 3000, 5, 'France'),
      place(5, 'unknown', french ? 'Appareil inconnu' : 'Unknown device', 2000, 1500),
    ];
    return route.fulfill({ json: { data, meta: { total: data.length, limit: 0, offset: 0 } } });
  });
}

/** Reminders of two teams and of the next game. */
async function someReminders(page: Page): Promise<void> {
  const { upcoming } = await findPlaces(page.request);
  await page.route(/\/api\/reminders\?/, (route) =>
    route.fulfill({ json: { data: { events: [upcoming], participants: [1, 2] } } }),
  );
}

export const profileScreens: Screen[] = [
  { name: 'notifications', path: () => '/profile/notifications', user: true },
  { name: 'notifications-reminders', path: () => '/profile/notifications', user: true, before: someReminders },
  {
    name: 'profile-unverified',
    path: () => '/profile',
    user: true,
    before: changed(/\/api\/profile\b/, { email_verified: false }),
  },
  { name: 'profile', path: () => '/profile', user: true },
  { name: 'profile-edit', path: () => '/profile/edit', user: true },
  {
    name: 'profile-edit-invalid',
    path: () => '/profile/edit',
    user: true,
    after: async (page) => {
      await page.locator('input[name="first_name"]').fill('');
      await page.locator('main button[type="submit"]').first().click();
      await page.locator('input[name="password"]').fill('a brand new one');
      await page.locator('input[name="password_confirmation"]').fill('another new one');
      await page.locator('main button[type="submit"]').last().click();
      await expect(page.locator('[aria-invalid="true"]')).toHaveCount(3);
    },
  },
  {
    name: 'profile-edit-pending',
    path: () => '/profile/edit',
    user: true,
    before: changed(/\/api\/profile\b/, { pending_email: 'alex.tremblay.new@example.com' }),
  },
  {
    name: 'profile-edit-delete',
    path: () => '/profile/edit',
    user: true,
    after: async (page) => {
      await page.locator('#delete button').click();
      await untilDialog(page);
    },
  },
  { name: 'profile-sessions', path: () => '/profile/sessions', user: true, before: someDevices },
  { name: 'confirm-email', path: () => mailedLink('/confirm-email') },
  {
    name: 'confirm-email-done',
    path: () => mailedLink('/confirm-email'),
    before: async (page) => {
      await page.route(/\/api\/auth\/confirm-email/, (route) =>
        route.fulfill({ json: { data: { email: 'alex@example.com' } } }),
      );
    },
    after: pressFirst,
  },
  {
    name: 'confirm-email-expired',
    path: () => mailedLink('/confirm-email'),
    before: refused('link_expired'),
    after: pressFirst,
  },
  { name: 'confirm-account-deletion', path: () => mailedLink('/confirm-account-deletion') },
  {
    name: 'confirm-account-deletion-done',
    path: () => mailedLink('/confirm-account-deletion'),
    before: async (page) => {
      const erased_at = new Date(Date.now() + 30 * 86_400_000).toISOString();
      await page.route(/\/api\/delete-account-confirm/, (route) =>
        route.fulfill({ json: { data: { erased_at, stopped_subscriptions: [] } } }),
      );
    },
    after: pressFirst,
  },
  {
    name: 'confirm-account-deletion-used',
    path: () => mailedLink('/confirm-account-deletion'),
    before: refused('link_used'),
    after: pressFirst,
  },
  { name: 'confirm-account-deletion-broken', path: () => '/confirm-account-deletion' },
  {
    name: 'profile-edit-temporary',
    path: () => '/profile',
    user: true,
    before: changed(/\/api\/profile\b/, { temporary_password: true }),
    after: async (page) => {
      await expect(page).toHaveURL(/\/profile\/edit/);
    },
  },
];
