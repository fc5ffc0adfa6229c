import type { Page } from '@playwright/test';
import { expect } from '../fixtures.ts';

/** A channel that offers every way in, and a provider of our own (test/e2e/social_test.go). */

const host = process.env.GRANDSTAND_SOCIAL ?? '';

/** The channel's address. */
export function site(baseURL: string | undefined): string {
  expect(host, 'no channel with other ways in').not.toBe('');
  return `http://${host}:${new URL(baseURL ?? '').port}`;
}

export interface Somebody {
  subject: string;
  email?: string;
  verified?: boolean;
}

/** Waits for the provider's page: until then, the buttons are those of the app. */
export async function arrived(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Provider of the tests' })).toBeVisible();
}

/** Goes back from the provider without saying who one is. */
export async function giveUp(page: Page): Promise<void> {
  await arrived(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
}

/** Says at the provider who one is. */
export async function agree(page: Page, who: Somebody): Promise<void> {
  await arrived(page);
  await page.getByLabel('Subject').fill(who.subject);
  await page.getByLabel('Email').fill(who.email ?? '');
  await page.getByLabel('First name').fill('Robin');
  await page.getByLabel('Last name').fill('Tremblay');
  if (who.verified) await page.getByLabel('Verified').check();
  await page.getByRole('button', { name: 'Continue' }).click();
}
