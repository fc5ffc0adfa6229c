import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { freshEmail } from '../fixtures.ts';
import { fromNewNetwork, keyFrom, openSession } from '../session.ts';

/** Somebody with an account, who registered by another device: that has the key. */
export type Person = { email: string; password: string; apiKey: string };

/** Registers somebody whom no other test knows. */
export async function newPerson(request: APIRequestContext, language: string, channel = 'demo'): Promise<Person> {
  const person = { email: freshEmail(), password: 'tip-off at seven' };
  const form = {
    ...person,
    api_key: await openSession(request, channel),
    password_confirmation: person.password,
    first_name: 'Robin',
    last_name: 'Tremblay',
    terms: true,
  };
  const apiKey = await keyFrom(request, `/api/v2/auth/register?lang=${language}`, form, fromNewNetwork());
  return { ...person, apiKey };
}

/** Has the app speak a language from the first page on. */
export async function speak(page: Page, language: string): Promise<void> {
  await page.addInitScript((value) => {
    localStorage.setItem('rudy_language', JSON.stringify({ value, expires_at: Date.now() + 3_600_000 }));
  }, language);
}

export async function logIn(page: Page, person: Person): Promise<void> {
  await sendLogIn(page, person);
  await expect(page).not.toHaveURL(/\/login$/);
}

/** As far as a person gets who has to show more than a password. */
export async function sendLogIn(page: Page, person: Person): Promise<void> {
  await page.goto('/login');
  await fillLogIn(page, person);
}

/** On the log in page, wherever it came up. */
export async function fillLogIn(page: Page, { email, password }: Person): Promise<void> {
  const form = page.getByRole('main');
  await form.locator('input[name="login"]').fill(email);
  await form.locator('input[name="password"]').fill(password);
  await form.locator('button[type="submit"]').click();
}
