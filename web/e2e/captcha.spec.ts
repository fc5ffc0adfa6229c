import type { Page } from '@playwright/test';
import { expect, freshEmail, test } from './fixtures.ts';
import { registersFromNewNetwork } from './session.ts';

/** A channel with keys of reCAPTCHA beside one without, and a provider of our own (test/e2e/captcha_test.go). */

const host = process.env.GRANDSTAND_GUARDED ?? '';

function addresses(baseURL: string | undefined) {
  const url = new URL(baseURL ?? '');
  return { plain: url.origin, guarded: `http://${host}:${url.port}` };
}

/** Every address of the provider that a page asked for, and what its policy stopped. */
function listen(page: Page) {
  const heard = { asked: [] as string[], stopped: [] as string[] };
  page.on('request', (request) => {
    if (request.url().includes('/recaptcha/')) heard.asked.push(request.url());
  });
  page.on('console', (message) => {
    if (/Content Security Policy|Refused to/.test(message.text())) heard.stopped.push(message.text());
  });
  return heard;
}

test('a form asks the provider for a token once it is in sight', { tag: '@encoder' }, async ({ page, baseURL }) => {
  expect(host, 'no guarded channel').not.toBe('');
  const { guarded } = addresses(baseURL);
  const heard = listen(page);
  await page.goto(`${guarded}/faq?lang=en`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(heard.asked).toEqual([]);
  await page.goto(`${guarded}/contacts?lang=en`);
  await expect(page.getByText('This form is protected by reCAPTCHA.')).toBeVisible();
  await expect.poll(() => heard.asked.length).toBe(1);
  expect(heard.asked[0]).toContain('/recaptcha/api.js?render=guarded');
  await page.getByLabel('Message').fill(`When is the game? ${Date.now()}`);
  // The server takes nothing that was filled in faster than a person can: somebody in a hurry tries again.
  const sent = page.locator('.cform__ok');
  await expect(async () => {
    if (!(await sent.isVisible())) await page.getByRole('button', { name: 'Send' }).click({ timeout: 2_000 });
    await expect(sent).toBeVisible({ timeout: 2_000 });
  }).toPass();
  expect(heard.stopped).toEqual([]);
});

test('who registers shows to be a person', { tag: '@encoder' }, async ({ page, baseURL }) => {
  expect(host, 'no guarded channel').not.toBe('');
  const heard = listen(page);
  const email = freshEmail();
  await registersFromNewNetwork(page);
  await page.goto(`${addresses(baseURL).guarded}/registration?lang=en`);
  const form = { 'First name': 'Robin', 'Last name': 'Tremblay', Email: email, Password: 'a long enough password' };
  for (const [label, text] of Object.entries(form)) await page.getByLabel(label, { exact: true }).fill(text);
  await page.getByLabel('Repeat the password', { exact: true }).fill('a long enough password');
  await page.getByRole('checkbox', { name: /I accept/ }).check();
  await page.getByRole('main').getByRole('button', { name: 'Create an account' }).click();
  await expect(page.getByRole('button', { name: 'Your account' })).toBeVisible();
  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('button', { name: 'Log out' }).click();

  // Two wrong passwords are anybody's; from the third on the form brings a token by itself.
  await page.goto(`${addresses(baseURL).guarded}/login?lang=en`);
  await page.getByLabel('Email').fill(email);
  for (const secret of ['wrong one', 'wrong two', 'wrong three']) {
    await page.getByLabel('Password', { exact: true }).fill(secret);
    await page.getByRole('main').getByRole('button', { name: 'Log in', exact: true }).click();
    await expect(page.getByRole('main').getByRole('button', { name: 'Log in', exact: true })).not.toHaveAttribute(
      'aria-busy',
      'true',
    );
    await expect(page.getByRole('alert')).toHaveText('Wrong auth data');
  }
  await page.getByLabel('Password', { exact: true }).fill('a long enough password');
  await page.getByRole('main').getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Your account' })).toBeVisible();
  expect(heard.stopped).toEqual([]);
});

test('a provider that is blocked is named, with another way', { tag: '@encoder' }, async ({ page, baseURL }) => {
  expect(host, 'no guarded channel').not.toBe('');
  await page.route('**/recaptcha/**', (route) => route.abort());
  for (const [lang, text] of [
    ['en', /reCAPTCHA could not be loaded.*hello@guarded\.example/],
    ['fr', /reCAPTCHA n’a pas pu être chargé.*hello@guarded\.example/],
  ] as const) {
    await page.goto(`${addresses(baseURL).guarded}/contacts?lang=${lang}`);
    await expect(page.getByText(text)).toBeVisible();
  }
});

test('a channel without keys loads nothing and may load nothing', async ({ page, baseURL }) => {
  const heard = listen(page);
  const answer = await page.goto(`${addresses(baseURL).plain}/contacts?lang=en`);
  await expect(page.getByRole('button', { name: 'Send' })).toBeVisible();
  expect(answer?.headers()['content-security-policy']).toContain("script-src 'self';");
  expect(heard.asked).toEqual([]);
});
