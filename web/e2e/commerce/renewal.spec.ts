import type { Page } from '@playwright/test';
import { noViolations } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import { addCard, beginTrial, cards, readyForTrial, type Tongue, words } from './till.ts';

/** What becomes of a subscription in time, and on the provider's own page. */

// The provider's page leads back to the channel's own domain, so that is where somebody comes from.
test.use({ baseURL: (process.env.GRANDSTAND_URL ?? 'http://127.0.0.1:8080').replace('127.0.0.1', 'localhost') });

/** Begins a trial with a card, and goes to where the subscription is kept. */
async function tryOut(page: Page, language: Tongue, card: string): Promise<void> {
  await readyForTrial(page, language, card);
  await beginTrial(page, language);
  await page.goto('/profile/subscriptions');
  await expect(page.getByText(words[language].free)).toBeVisible();
}

async function toPortal(page: Page, { portal, timePasses }: (typeof words)[Tongue]): Promise<void> {
  await page.getByRole('button', { name: portal }).click();
  await expect(page.getByRole('button', { name: timePasses })).toBeVisible();
}

/** Has a card that can be saved and never be charged pay the subscription, on the provider's page. */
async function payLaterInVain(page: Page, language: Tongue): Promise<void> {
  const say = words[language];
  await toPortal(page, say);
  await addCard(page, language, cards.declinedLater);
  await page.getByRole('combobox', { name: say.paying }).selectOption({ label: 'visa •••• 0341' });
  await page.getByRole('button', { name: say.payWith }).click();
  await expect(page.getByRole('combobox', { name: say.paying }).locator('option:checked')).toHaveText(/0341/);
  await goHome(page, say);
}

async function goHome(page: Page, { home }: (typeof words)[Tongue]): Promise<void> {
  await page.getByRole('link', { name: home, exact: true }).click();
  await expect(page).toHaveURL(/\/\/localhost:\d+\/profile\/subscriptions$/);
}

for (const language of ['en', 'fr'] as const) {
  const say = words[language];

  test(`a renewal that fails is paid with another card (${language})`, async ({ page }) => {
    await tryOut(page, language, { en: '6011111111111117', fr: '3056930009020004' }[language]);
    await payLaterInVain(page, language);

    await test.step('it is not paid once the trial is over', async () => {
      await toPortal(page, say);
      await page.getByRole('button', { name: say.timePasses }).click();
      await expect(page.getByText(/^past_due,/)).toBeVisible();
      await noViolations(page);
      await goHome(page, say);
    });

    await test.step('the profile says so, and until when access goes on', async () => {
      await expect(page.getByText(say.failed)).toBeVisible();
      await expect(page.getByText(say.watchUntil)).toBeVisible();
      await page.getByText(say.history).click();
      await expect(page.getByText(say.failedStep, { exact: true })).toBeVisible();
      await noViolations(page);
    });

    await test.step('another card pays it at once', async () => {
      await page.getByRole('button', { name: say.anotherCard }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('radio', { name: say.newCard }).check();
      await dialog.getByRole('button', { name: cards.paid }).click();
      await noViolations(page);
      await dialog.getByRole('button', { name: say.payNow, exact: true }).click();
      await expect(page.getByText(say.failed)).toHaveCount(0);
      await expect(page.getByText(say.next)).toBeVisible();
      await expect(page.getByText(say.renewed, { exact: true })).toBeVisible();
      await expect(page.getByText(say.failedStep, { exact: true })).toBeVisible();
    });

    await page.reload();
    await expect(page.getByText(say.next)).toBeVisible();
    await page.goto('/profile/transactions');
    await expect(page.getByRole('row')).toHaveCount(3);
    await noViolations(page);
  });
}

test('a renewal that fails is paid with a card that is declined again, then with one that is not', async ({ page }) => {
  const say = words.en;
  await tryOut(page, 'en', '3566002020360505');
  await payLaterInVain(page, 'en');
  await toPortal(page, say);
  await page.getByRole('button', { name: say.timePasses }).click();
  await goHome(page, say);
  await page.getByRole('button', { name: say.anotherCard }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: say.newCard }).check();
  await dialog.getByRole('button', { name: cards.declinedLater }).click();
  await dialog.getByRole('button', { name: say.payNow, exact: true }).click();
  await expect(page.getByText(/the payment hasn’t gone through/)).toBeVisible();
  await expect(page.getByText(say.failed)).toBeVisible();
  await noViolations(page);
  await page.getByRole('button', { name: say.anotherCard }).click();
  await dialog.getByRole('radio', { name: say.newCard }).check();
  await dialog.getByRole('button', { name: cards.paid }).click();
  await dialog.getByRole('button', { name: say.payNow, exact: true }).click();
  await expect(page.getByText(say.failed)).toHaveCount(0);
});

test('on the provider’s page another card is chosen, and the renewal ended (fr)', async ({ page }) => {
  const say = words.fr;
  await tryOut(page, 'fr', '6200000000000005');

  await test.step('the card that pays is another one from then on', async () => {
    await toPortal(page, say);
    await page.getByRole('textbox', { name: say.testNumber }).fill('5555 5555 5555 4444');
    await page.getByRole('button', { name: say.addCard }).click();
    await expect(page.getByRole('listitem').filter({ hasText: '4444' })).toBeVisible();
    await page.getByRole('combobox', { name: say.paying }).selectOption({ label: 'mastercard •••• 4444' });
    await page.getByRole('button', { name: say.payWith }).click();
    await expect(page.getByRole('combobox', { name: say.paying }).locator('option:checked')).toHaveText(/4444/);
    await goHome(page, say);
    await expect(page.getByText(/Mastercard .*4444/)).toBeVisible();
  });

  await test.step('what is ended there is ended here', async () => {
    await toPortal(page, say);
    await page.getByRole('button', { name: say.endAtProvider }).click();
    await noViolations(page);
    await goHome(page, say);
    await expect(page.getByText(say.until)).toBeVisible();
    await expect(page.getByText(say.cancelled).first()).toBeVisible();
    await noViolations(page);
  });
});
