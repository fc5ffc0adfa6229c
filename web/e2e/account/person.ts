import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { freshEmail } from '../fixtures.ts';

/** Somebody with an account, who registered by another device: that has the key. */
export type Person = { email: string; password: string; apiKey: string };

/** Registers somebody whom no other test knows. */
export async function newPerson(request: APIRequestContext, language: string, channel = 'demo'): Promise<Person> {
  const session = await request.post('/api/get_api_key', { data: { channel_key: channel } });
  const { data } = (await session.json()) as { data: { api_key: string } };
  const person = { email: freshEmail(), password: 'tip-off at seven' };
  const answer = await request.post(`/api/v2/auth/register?lang=${language}`, {
    data: {
      ...person,
      api_key: data.api_key,
      password_confirmation: person.password,
      first_name: 'Robin',
      last_name: 'Tremblay',
      terms: true,
    },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  const registered = (await answer.json()) as { data: { api_key: string } };
  return { ...person, apiKey: registered.data.api_key };
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
