import type { Page } from '@playwright/test';
import { noViolations } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import { findPlaces } from '../screens/places.ts';
import {
  agree,
  atTheTill,
  beginTrial,
  cards,
  payWith,
  readyForTrial,
  subscription,
  type Tongue,
  toSubscription,
  words,
} from './till.ts';

const toShelf = () => Promise.resolve('/packages');

/** Buys the yearly one, which has no trial. */
async function subscribe(page: Page, language: Tongue): Promise<void> {
  await atTheTill(page, language, toSubscription('annual'));
  await payWith(page, cards.paid, words[language].subscribe);
  await expect(page.getByText(words[language].yours)).toBeVisible();
}

for (const language of ['en', 'fr'] as const) {
  const say = words[language];

  test(`a subscription is found, paid, watched with, and listed (${language})`, async ({ page }) => {
    await atTheTill(page, language, toShelf);
    await page.locator(`main a[href="/select-package/${await subscription(page, 'annual')}"]`).click();
    await page.getByRole('link', { name: say.go, exact: true }).click();
    await expect(page).toHaveURL(/\/buy\?subscription_id=/);
    await payWith(page, cards.paid, say.subscribe);
    await expect(page.getByText(say.yours)).toBeVisible();
    await noViolations(page);
    await page.goto(`/watch/${(await findPlaces(page.request)).paid}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('link', { name: say.buy })).toHaveCount(0);
    await page.goto('/packages');
    await expect(page.getByText(say.subscribed, { exact: true })).toBeVisible();
    await page.goto('/profile/subscriptions');
    await expect(page.getByText(say.next)).toBeVisible();
    await noViolations(page);
  });

  test(`a trial is begun, cancelled, and taken back (${language})`, async ({ page }) => {
    await readyForTrial(page, language, { en: '5200828282828210', fr: '2223003122003222' }[language]);
    await beginTrial(page, language);
    await page.goto('/profile/subscriptions');
    await expect(page.getByText(say.free)).toBeVisible();
    await page.getByRole('button', { name: say.cancel }).click();
    await page.getByRole('dialog').getByRole('button', { name: say.cancel }).click();
    await expect(page.getByText(say.cancelled).first()).toBeVisible();
    await expect(page.getByText(say.until)).toBeVisible();
    await noViolations(page);
    await page.getByRole('button', { name: say.resume }).click();
    await expect(page.getByText(say.free)).toBeVisible();
  });
}

test('a trial is had once: after it no offer is free for some days', async ({ page }) => {
  await readyForTrial(page, 'en', '378282246310005');
  await expect(page.getByText(/^Free for 7 days$/)).toBeVisible();
  await beginTrial(page, 'en');
  await page.goto(await toSubscription('monthly')(page));
  await expect(page.getByText('You already bought this subscription.')).toBeVisible();
  await page.goto('/packages');
  await expect(page.getByText('7 days free', { exact: true })).toHaveCount(0);
});

test('the bank asks before a subscription begins', async ({ page }) => {
  await atTheTill(page, 'en', toSubscription('annual'));
  await payWith(page, cards.asked, words.en.subscribe);
  await agree(page);
  await expect(page.getByText(words.en.yours)).toBeVisible();
});

test('a card that is declined leaves the subscription for another one', async ({ page }) => {
  await atTheTill(page, 'en', toSubscription('annual'));
  await payWith(page, cards.declined, words.en.subscribe);
  await page.getByRole('dialog').getByRole('button', { name: words.en.back }).click();
  await payWith(page, cards.paid, words.en.subscribe);
  await expect(page.getByText(words.en.yours)).toBeVisible();
});

test('an add-on joins the subscription that it is for', async ({ page }) => {
  await subscribe(page, 'en');
  await page.goto(await toSubscription('additional')(page));
  await page.getByRole('button', { name: words.en.subscribe, exact: true }).click();
  await expect(page.getByText(words.en.yours)).toBeVisible();
  await page.goto('/profile/subscriptions');
  await expect(page.getByRole('article')).toHaveCount(2);
});

test('the card that renews a subscription is not deleted', async ({ page }) => {
  await subscribe(page, 'en');
  await page.goto('/profile');
  await page.getByRole('button', { name: /^Delete Visa/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete the card' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Your subscriptions' }).click();
  await expect(page).toHaveURL(/\/profile\/subscriptions$/);
});
