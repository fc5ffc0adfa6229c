import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';

/** One session in two tabs: whatever ends it in one ends it in the other. */

const account = (page: Page) => page.getByRole('button', { name: 'Your account' });
const keyOf = (page: Page) =>
  page.evaluate(() => (JSON.parse(localStorage.getItem('rudy_api_key') ?? '{}') as { value?: string }).value ?? '');

test('tabs follow each other through log in, a key that dies, and log out', async ({ page, context }) => {
  const other = await context.newPage();
  await other.goto('/login');
  await page.goto('/password-reset-request');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Forgot your password?');
  const logIn = async (tab: Page) => {
    await tab.getByLabel('Email').fill('fan@example.com');
    await tab.getByLabel('Password', { exact: true }).fill('grandstand-demo');
    await tab.getByRole('main').getByRole('button', { name: 'Log in' }).click();
    await expect(account(tab)).toBeVisible();
  };

  // A user has no business on a page for those who cannot get in.
  await logIn(other);
  await expect(page).toHaveURL((url) => url.pathname === '/');
  await expect(account(page)).toBeVisible();

  // The session ends at the server, as it does when its owner sets a new password elsewhere.
  await page.goto('/profile');
  await expect(page.getByRole('main').getByText('fan@example.com').first()).toBeVisible();
  const ended = await context.request.post('/api/auth/logout', { data: { api_key: await keyOf(page) } });
  expect(ended.ok()).toBe(true);
  await other.reload();
  await expect(other.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText('fan@example.com')).toHaveCount(0);

  await logIn(page);
  await expect(page).toHaveURL(/\/profile$/);
  await expect(account(other)).toBeVisible();
  await account(other).click();
  await other.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL(/\/login$/);
});
