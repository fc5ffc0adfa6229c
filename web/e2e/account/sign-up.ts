import { expect, type Page } from '@playwright/test';

export const password = 'a long enough password';

/** Registers a person, who then is logged in on the page. */
export async function signUp(page: Page, email: string, language: string): Promise<void> {
  await page.goto(`/registration?lang=${language}`);
  const form = page.getByRole('main');
  await form.locator('[autocomplete="given-name"]').fill('Robin');
  await form.locator('[autocomplete="family-name"]').fill('Tremblay');
  await form.locator('[type="email"]').fill(email);
  for (const field of await form.locator('[type="password"]').all()) await field.fill(password);
  await form.getByRole('checkbox').first().check();
  await form.locator('button[type="submit"]').click();
  await expect(page).not.toHaveURL(/\/registration/);
}
