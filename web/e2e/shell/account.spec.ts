import type { Page } from '@playwright/test';
import { expect, freshEmail, test } from '../fixtures.ts';

const password = 'a long enough password';

async function fillRegistration(page: Page, over: Record<string, string> = {}): Promise<void> {
  const form = {
    'First name': 'Robin',
    'Last name': 'Tremblay',
    Email: freshEmail(),
    Password: password,
    'Repeat the password': password,
    ...over,
  };
  for (const [label, text] of Object.entries(form)) await page.getByLabel(label, { exact: true }).fill(text);
}

async function logIn(page: Page, secret = 'grandstand-demo'): Promise<void> {
  await page.getByLabel('Email').fill('fan@example.com');
  await page.getByLabel('Password', { exact: true }).fill(secret);
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
}

const account = (page: Page) => page.getByRole('button', { name: 'Your account' });

test('registering logs in and returns to the page before', async ({ page }) => {
  await page.goto('/terms_conditions?trk=poster');
  await page.getByRole('banner').getByRole('link', { name: 'Log in' }).click();
  await page.getByRole('link', { name: 'Create an account' }).click();
  await expect(page).toHaveURL(/\/registration$/);
  await fillRegistration(page);
  await page.getByRole('checkbox', { name: /I accept/ }).check();
  await page.getByRole('main').getByRole('button', { name: 'Create an account' }).click();
  await expect(page).toHaveURL(/\/terms_conditions\?trk=poster$/);
  await expect(account(page)).toHaveText('RT');
});

test('a form says what is missing, in the words of the specification', async ({ page }) => {
  await page.goto('/registration');
  await page.getByRole('main').getByRole('button', { name: 'Create an account' }).click();
  for (const text of [
    'Enter your first name',
    'Enter your last name',
    'Enter your Email',
    'Please accept terms & conditions',
  ]) {
    await expect(page.getByText(text, { exact: true })).toBeVisible();
  }
  await expect(page.getByLabel('First name')).toBeFocused();
  await fillRegistration(page, { Password: 'short', 'Repeat the password': 'other' });
  await expect(page.getByText('The password is too short')).toBeVisible();
  await fillRegistration(page, { 'Repeat the password': 'another one' });
  await expect(page.getByText('The password and password confirmation do not match')).toBeVisible();
});

test('an address that is taken is said at its field', async ({ page }) => {
  await page.goto('/registration');
  await fillRegistration(page, { Email: 'fan@example.com' });
  await page.getByRole('checkbox', { name: /I accept/ }).check();
  await page.getByRole('main').getByRole('button', { name: 'Create an account' }).click();
  const email = page.getByLabel('Email', { exact: true });
  await expect(email).toHaveAccessibleDescription('The email address you have entered is already registered.');
  await expect(email).toBeFocused();
});

test('log in, wrong and right; a user has no business on the log in page; log out', async ({ page }) => {
  await page.goto('/login');
  await logIn(page, 'not the password');
  await expect(page.getByRole('alert')).toHaveText('Wrong auth data');
  await logIn(page);
  await expect(page).toHaveURL((url) => url.pathname === '/');
  await expect(account(page)).toBeVisible();

  await page.goto('/login');
  await expect(page).toHaveURL((url) => url.pathname === '/');
  await expect(account(page)).toBeVisible();

  await account(page).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByText('You are logged out.')).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible();
});

test('a visitor who opens the profile logs in first and gets there', async ({ page }) => {
  await page.goto('/profile');
  await expect(page).toHaveURL(/\/login$/);
  await logIn(page);
  await expect(page).toHaveURL(/\/profile$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your account');
  await expect(page.getByRole('main')).toContainText('fan@example.com');
  await page.getByRole('radio', { name: 'Français' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Votre compte');
});

test('a session that ended elsewhere leads to log in', async ({ page, context }) => {
  await page.goto('/login');
  await logIn(page);
  await expect(account(page)).toBeVisible();
  await page.goto('/profile');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your account');

  const other = await context.newPage();
  await other.goto('/404');
  await account(other).click();
  await other.getByRole('button', { name: 'Log out' }).click();
  await expect(other.getByText('You are logged out.')).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);
});

test('the password can be shown', async ({ page }) => {
  await page.goto('/login');
  const field = page.getByLabel('Password', { exact: true });
  await field.fill('secret');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(field).toHaveAttribute('type', 'text');
});
