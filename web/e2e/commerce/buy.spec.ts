import type { Page } from '@playwright/test';
import { noViolations } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import { expectPrinted } from '../printed.ts';
import { findPlaces } from '../screens/places.ts';
import { agree, atTheTill, cards, type Offer, offers, payWith, refuse, words } from './till.ts';

const toPass = async (page: Page) => `/buy?package_id=${await aWholePass(page)}`;
const toEvent = async (page: Page) => `/watch/${(await findPlaces(page.request)).paid}`;

/** A pass that is bought as a whole. */
async function aWholePass(page: Page, which: (sold: Offer) => boolean = () => true): Promise<number> {
  const sold = await offers(page, 'packages');
  const whole = sold.filter((one) => one.type === 'season' && one.pass_type === '' && !one.choice && !one.is_team_pass);
  return whole.find(which)?.id ?? 0;
}

for (const language of ['en', 'fr'] as const) {
  const say = words[language];

  test(`a game is bought by card and plays at once (${language})`, async ({ page }) => {
    await atTheTill(page, language, toEvent);
    await page.getByRole('link', { name: say.buy }).click();
    await expect(page).toHaveURL(/\/buy\?event_id=/);
    // The address changes first. Then there is no heading until the new page is shown.
    await expect(page.getByRole('button', { name: say.pay })).toBeVisible();
    await noViolations(page);
    await payWith(page, cards.paid, say.pay);
    await expect(page).toHaveURL(/\/watch\/\d+$/);
    await expect(page.getByText(say.paid)).toBeVisible();
    await expect(page.getByRole('link', { name: say.buy })).toHaveCount(0);
  });

  test(`a phone shows the total and the button all the time, and an empty form its first empty field (${language})`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await atTheTill(page, language, toPass);
    const pay = page.getByRole('button', { name: say.pay });
    await expect(pay).toBeInViewport({ ratio: 1 });
    await pay.click();
    await expect(page.getByRole('textbox', { name: say.number })).toBeFocused();
    await expect(page.getByRole('alert').filter({ hasText: say.missing })).toBeInViewport();
    for (const field of await page.locator('#pay input:not([type=checkbox])').all()) {
      await field.focus();
      // It is brought there by a movement.
      const room = async () => {
        const [at, bar] = [await field.boundingBox(), await page.locator('.paybar').boundingBox()];
        return (bar?.y ?? 0) - (at?.y ?? 0) - (at?.height ?? 0);
      };
      await expect.poll(room).toBeGreaterThanOrEqual(0);
    }
    await expect(pay).toBeInViewport({ ratio: 1 });
    await noViolations(page);
  });

  test(`a game is bought with the wallet, after its sheet was closed once (${language})`, async ({ page }) => {
    await atTheTill(page, language, toEvent);
    await page.getByRole('link', { name: say.buy }).click();
    const wallet = page.getByRole('button', { name: say.wallet });
    await wallet.click();
    await noViolations(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page).toHaveURL(/\/buy\?event_id=/);
    await wallet.click();
    await page.getByRole('dialog').getByRole('button', { name: say.agree }).click();
    await expect(page).toHaveURL(/\/watch\/\d+$/);
    await expect(page.getByText(say.paid)).toBeVisible();
    await page.goto('/profile/transactions');
    await expect(page.getByRole('row')).toHaveCount(2);
  });

  test(`a pass is bought, and is never sold twice (${language})`, async ({ page }) => {
    await atTheTill(page, language, toPass);
    await payWith(page, cards.paid, say.pay);
    await expect(page.getByText(say.yours)).toBeVisible();
    await expect(page.getByText(say.paid)).toBeVisible();
    await noViolations(page);
    await page.goto(await toPass(page));
    await expect(page.getByRole('button', { name: say.pay })).toHaveCount(0);
    await page.goto('/profile/transactions');
    await expect(page.getByRole('row')).toHaveCount(2);
    await noViolations(page);
    await page.getByRole('button', { name: /^(Receipt|Reçu)/ }).click();
    await expectPrinted(page, page.getByRole('dialog').getByRole('definition').first());
  });
}

for (const language of ['en', 'fr'] as const) {
  const say = words[language];

  test(`an add-on is paid with the pass that it goes with (${language})`, async ({ page }) => {
    await atTheTill(page, language, async () => {
      const id = await aWholePass(page, ({ capabilities }) => !capabilities.includes('download'));
      return `/buy?package_id=${id}`;
    });
    await page.getByRole('checkbox', { name: say.addOn }).check();
    await expect(page).toHaveURL(/add=\d+/);
    await page.reload();
    await expect(page.getByRole('checkbox', { name: say.addOn })).toBeChecked();
    await expect(page.getByRole('term').filter({ hasText: say.addOn })).toBeVisible();
    await noViolations(page);
    await payWith(page, cards.paid, say.pay);
    await expect(page.getByText(say.yours)).toBeVisible();
    await page.goto('/profile/transactions');
    await expect(page.getByRole('rowheader', { name: say.addOn })).toHaveCount(1);
    await expect(page.getByRole('row')).toHaveCount(3);
  });
}

for (const [name, card] of [
  ['a card that is declined', cards.declined],
  ['a bank that refuses', cards.asked],
] as const) {
  test(`${name} leaves the cart on a phone for another card`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await atTheTill(page, 'en', toPass);
    await payWith(page, card, words.en.pay);
    if (card === cards.asked) await refuse(page);
    const back = page.getByRole('dialog').getByRole('button', { name: words.en.back });
    await expect(back).toBeInViewport();
    await back.click();
    await expect(page.locator('#main :focus')).toBeInViewport();
    await payWith(page, cards.paid, words.en.pay);
    await expect(page.getByText(words.en.yours)).toBeVisible();
  });
}

test('the bank asks, and what it is told counts', async ({ page }) => {
  await atTheTill(page, 'en', toPass);
  await payWith(page, cards.asked, words.en.pay);
  await agree(page);
  await expect(page.getByText(words.en.yours)).toBeVisible();
});

test('a promo code takes its part off', async ({ page }) => {
  await atTheTill(page, 'en', toPass);
  await page.getByRole('textbox', { name: words.en.code, exact: true }).fill('EXPIRED');
  await page.getByRole('button', { name: words.en.apply }).click();
  await expect(page.getByText('This code has expired.')).toBeVisible();
  await page.getByRole('textbox', { name: words.en.code, exact: true }).fill('save10');
  await page.getByRole('button', { name: words.en.apply }).click();
  await expect(page.getByText(words.en.off).first()).toBeVisible();
  await payWith(page, cards.paid, words.en.pay);
  await expect(page.getByText(words.en.yours)).toBeVisible();
});

test('a buyer that the provider sends back follows the order, and the address keeps no secret', async ({ page }) => {
  await atTheTill(page, 'en', toPass);
  await payWith(page, cards.asked, words.en.pay);
  await expect(page).toHaveURL(/order=\d+/);
  await page.goto(
    `${page.url()}&payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_2&redirect_status=succeeded`,
  );
  await expect(page).not.toHaveURL(/payment_intent|redirect_status/);
  await expect(page).toHaveURL(/order=\d+/);
  await agree(page);
  await expect(page.getByText(words.en.yours)).toBeVisible();
});

test('a reload while the bank asks loses nothing', async ({ page }) => {
  await atTheTill(page, 'en', toPass);
  await payWith(page, cards.asked, words.en.pay);
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(page).toHaveURL(/order=\d+/);
  await page.reload();
  await agree(page);
  await expect(page.getByText(words.en.yours)).toBeVisible();
});

test('the bank is answered in another tab than the one that pays', async ({ page, context }) => {
  await atTheTill(page, 'fr', toPass);
  await payWith(page, cards.asked, words.fr.pay);
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(page).toHaveURL(/order=\d+/);

  const other = await context.newPage();
  await other.goto(page.url());
  await expect(other.getByRole('button', { name: words.fr.confirm })).toBeVisible();
  await noViolations(other);
  await other.getByRole('button', { name: words.fr.confirm }).click();
  await agree(other);
  await expect(other.getByText(words.fr.yours)).toBeVisible();
  await expect(page.getByText(words.fr.yours)).toBeVisible();
});
