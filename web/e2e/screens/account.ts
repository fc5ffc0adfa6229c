import type { Page } from '@playwright/test';
import { expect, freshEmail } from '../fixtures.ts';
import { changed, type Screen } from './screen.ts';

/** The ways in. */

const unverified = { email_verified: false };

/** A link that nobody was sent. */
const mailed = `email=zoe%40example.com&expires=4102444800&signature=${'A'.repeat(43)}`;

/** Runs in the page: the channel's settings ask for tokens of a script that is blocked. */
/** Presses the button of a page that a letter leads to. */
async function pressMain(page: Page): Promise<void> {
  await page.locator('main .btn--primary').click();
  await expect(page.locator('main .login__done, main .btn--line').first()).toBeVisible();
}

/** Has the link wait for the password of the account. */
async function askPassword(page: Page): Promise<void> {
  const errors = [{ field: 'password', code: 'required', message: '' }];
  await page.route('**/api/auth/email-verify?*', (route) =>
    route.fulfill({
      status: 403,
      contentType: 'application/problem+json',
      json: { status: 403, code: 'account_proof_required', detail: '', errors },
    }),
  );
}

/** Waits for the form of a new password, which comes once the link was read. */
async function showPasswords(page: Page): Promise<void> {
  await expect(page.locator('main input[type="password"]').first()).toBeVisible();
}

/** Answers the reading of a reset link, whose signature is made up. */
function answerResetLink(names: string): (page: Page) => Promise<void> {
  return async (page) => {
    await page.route('**/api/auth/password-reset-link?*', (route) => route.fulfill({ json: { data: { names } } }));
  };
}

function askingForTokens(): void {
  const parse = JSON.parse;
  JSON.parse = (text, reviver) => {
    const value = parse(text, reviver);
    const services = value?.bootstrap?.settings?.services;
    if (services) Object.assign(services, { recaptcha_site_key: 'key', recaptcha_script: '/blocked/api.js' });
    return value;
  };
}

export const accountScreens: Screen[] = [
  { name: 'login', path: () => '/login' },
  {
    name: 'login-refused',
    path: () => '/login',
    after: async (page) => {
      await page.locator('main input').first().fill('fan@example.com');
      await page.locator('main input[type="password"]').fill('not-the-password');
      await page.locator('main button[type="submit"]').click();
      await expect(page.getByRole('alert').first()).toBeVisible();
    },
  },
  { name: 'login-given-up-elsewhere', path: () => '/login?social=failed&reason=cancelled' },
  { name: 'registration', path: () => '/registration' },
  {
    name: 'registration-invalid',
    path: () => '/registration',
    after: async (page) => {
      await page.locator('main button[type="submit"]').click();
      await expect(page.locator('[aria-invalid="true"]').first()).toBeVisible();
    },
  },
  {
    name: 'registration-guarded',
    path: () => '/registration',
    before: async (page) => {
      await page.route('**/blocked/**', (route) => route.abort());
      await page.addInitScript(askingForTokens);
    },
    after: async (page) => {
      await page.locator('.captcha-note').scrollIntoViewIfNeeded(); // the script is asked for once the note is seen
      await expect(page.locator('.captcha-note [role="status"]')).toContainText('reCAPTCHA');
    },
  },
  { name: 'verify-notice', path: () => '/verify-notice', user: true, before: changed(/\/api\/profile\b/, unverified) },
  { name: 'verify-notice-done', path: () => '/verify-notice', user: true },
  { name: 'verify-notice-visitor', path: () => '/verify-notice' },
  { name: 'verify-email-ready', path: () => `/verify-email?${mailed}` },
  { name: 'verify-email-failed', path: () => `/verify-email?${mailed}`, after: pressMain },
  {
    name: 'verify-email',
    path: () => `/verify-email?${mailed}`,
    before: async (page) => {
      await page.route('**/api/auth/email-verify?*', (route) => route.fulfill({ json: { data: { verified: true } } }));
    },
    after: pressMain,
  },
  { name: 'verify-email-password', path: () => `/verify-email?${mailed}`, before: askPassword, after: pressMain },
  {
    name: 'verify-email-takeover',
    path: () => `/verify-email?${mailed}`,
    before: askPassword,
    after: async (page) => {
      await pressMain(page);
      await page.locator('main .btn--line').last().click();
      await expect(page.locator('main input[autocomplete="new-password"]').first()).toBeVisible();
    },
  },
  { name: 'password-reset-request', path: () => '/password-reset-request' },
  {
    name: 'password-reset-request-sent',
    path: () => '/password-reset-request',
    after: async (page) => {
      await page.locator('main input').fill(freshEmail());
      await page.locator('main button[type="submit"]').click();
      await expect(page.locator('.login__done')).toBeVisible();
    },
  },
  {
    name: 'password-reset',
    path: () => `/password-reset?${mailed}`,
    before: answerResetLink('kept'),
    after: showPasswords,
  },
  {
    name: 'password-reset-names',
    path: () => `/password-reset?${mailed}`,
    before: answerResetLink('form_not_kept'),
    after: async (page) => {
      await expect(page.locator('main input[autocomplete="given-name"]')).toBeVisible();
    },
  },
  {
    name: 'password-reset-failed',
    path: () => `/password-reset?${mailed}`,
    after: async (page) => {
      await expect(page.locator('.login__done--bad')).toBeVisible();
    },
  },
];
