import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { listen } from '../screens/judge.ts';
import { newPerson, speak } from './person.ts';

/** One session in two tabs: whatever ends it in one ends it in the other. */

const words = {
  en: {
    account: 'Your account',
    logIn: 'Log in',
    logOut: 'Log out',
    forgot: 'Forgot your password?',
    fields: { email: 'Email', password: 'Password' },
  },
  fr: {
    account: 'Votre compte',
    logIn: 'Se connecter',
    logOut: 'Se déconnecter',
    forgot: 'Mot de passe oublié?',
    fields: { email: 'Courriel', password: 'Mot de passe' },
  },
};

const keyOf = (page: Page) =>
  page.evaluate(() => (JSON.parse(localStorage.getItem('rudy_api_key') ?? '{}') as { value?: string }).value ?? '');

for (const [language, say] of Object.entries(words)) {
  test(`tabs follow each other through log in, a key that dies, and log out (${language})`, async ({
    page,
    context,
    request,
  }) => {
    const person = await newPerson(request, language);
    const other = await context.newPage();
    const complaints = [listen(page), listen(other)];
    await speak(page, language);
    await speak(other, language);
    const account = (tab: Page) => tab.getByRole('button', { name: say.account });
    await other.goto('/login');
    await page.goto('/password-reset-request');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(say.forgot);
    const logIn = async (tab: Page) => {
      await tab.getByLabel(say.fields.email).fill(person.email);
      await tab.getByLabel(say.fields.password, { exact: true }).fill(person.password);
      await tab.getByRole('main').getByRole('button', { name: say.logIn, exact: true }).click();
      await expect(account(tab)).toBeVisible();
    };

    // A user has no business on a page for those who cannot get in.
    await logIn(other);
    await expect(page).toHaveURL((url) => url.pathname === '/');
    await expect(account(page)).toBeVisible();

    // The session ends at the server, as it does when its owner sets a new password elsewhere.
    await page.goto('/profile');
    await expect(page.getByRole('main').getByText(person.email).first()).toBeVisible();
    const ended = await context.request.post('/api/auth/logout', { data: { api_key: await keyOf(page) } });
    expect(ended.ok()).toBe(true);
    await other.reload();
    await expect(other.getByRole('banner').getByRole('link', { name: say.logIn })).toBeVisible();
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByText(person.email)).toHaveCount(0);

    await logIn(page);
    await expect(page).toHaveURL(/\/profile$/);
    await expect(account(other)).toBeVisible();
    await account(other).click();
    await other.getByRole('button', { name: say.logOut }).click();
    await expect(page).toHaveURL(/\/login$/);
    expect(complaints.flat()).toEqual([]);
  });
}
