import type { Page } from '@playwright/test';
import { logIn, newPerson, speak } from '../account/person.ts';
import { noViolations } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import { findPlaces } from '../screens/places.ts';

/** Published test numbers (Stripe documentation, "Test card numbers"). */
const paid = '4242 4242 4242 4242';
const declined = '4000 0000 0000 0002';
const asked = '4000 0027 6000 3184';

const words = {
  en: {
    pay: /^Pay \$/,
    back: 'Back to payment',
    yours: /is yours/,
    apply: 'Apply',
    code: 'Code',
    off: /10% off/,
    buy: /^Buy for/,
  },
  fr: {
    pay: /^Payer /,
    back: 'Revenir au paiement',
    yours: /est à vous/,
    apply: 'Appliquer',
    code: 'Code',
    off: /10 % de rabais/,
    buy: /^Acheter pour/,
  },
};

/** Somebody new, logged in, in front of the till. */
async function atTheTill(page: Page, language: keyof typeof words, address: (page: Page) => Promise<string>) {
  await speak(page, language);
  await logIn(page, await newPerson(page.request, language));
  await page.goto(await address(page));
}

const toPass = async (page: Page) => `/buy?package_id=${await aWholePass(page)}`;
const toEvent = async (page: Page) => `/watch/${(await findPlaces(page.request)).paid}`;

/** A pass that is bought as a whole. */
async function aWholePass(page: Page): Promise<number> {
  const answer = await page.request.get('/api/packages', { params: { channel: 'demo' } });
  const { data } = (await answer.json()) as {
    data: { id: number; type: string; choice: string; is_team_pass: boolean }[];
  };
  return data.find((one) => one.type === 'season' && !one.choice && !one.is_team_pass)?.id ?? 0;
}

async function payWith(page: Page, number: string, language: keyof typeof words): Promise<void> {
  await page.getByRole('button', { name: number }).click();
  await page.getByRole('button', { name: words[language].pay }).click();
}

for (const language of ['en', 'fr'] as const) {
  const say = words[language];

  test(`a game is bought by card and plays at once (${language})`, async ({ page }) => {
    await atTheTill(page, language, toEvent);
    await page.getByRole('link', { name: say.buy }).click();
    await expect(page).toHaveURL(/\/buy\?event_id=/);
    await noViolations(page);
    await payWith(page, paid, language);
    await expect(page).toHaveURL(/\/watch\/\d+$/);
    await expect(page.getByRole('link', { name: say.buy })).toHaveCount(0);
  });

  test(`a pass is bought, and is never sold twice (${language})`, async ({ page }) => {
    await atTheTill(page, language, toPass);
    await payWith(page, paid, language);
    await expect(page.getByText(say.yours)).toBeVisible();
    await noViolations(page);
    await page.goto(await toPass(page));
    await expect(page.getByRole('button', { name: say.pay })).toHaveCount(0);
    await page.goto('/profile/transactions');
    await expect(page.getByRole('row')).toHaveCount(2);
    await noViolations(page);
  });
}

test('a card that is declined leaves the cart for another one', async ({ page }) => {
  await atTheTill(page, 'en', toPass);
  await payWith(page, declined, 'en');
  await page.getByRole('dialog').getByRole('button', { name: words.en.back }).click();
  await payWith(page, paid, 'en');
  await expect(page.getByText(words.en.yours)).toBeVisible();
});

test('the bank asks, and what it is told counts', async ({ page }) => {
  await atTheTill(page, 'en', toPass);
  await payWith(page, asked, 'en');
  const bank = page.getByRole('dialog').frameLocator('iframe');
  await bank.getByRole('button').first().click();
  await expect(page.getByText(words.en.yours)).toBeVisible();
});

test('a promo code takes its part off', async ({ page }) => {
  await atTheTill(page, 'en', toPass);
  await page.getByRole('textbox', { name: words.en.code, exact: true }).fill('EXPIRED');
  await page.getByRole('button', { name: words.en.apply }).click();
  await expect(page.getByText('Wrong promo code')).toBeVisible();
  await page.getByRole('textbox', { name: words.en.code, exact: true }).fill('save10');
  await page.getByRole('button', { name: words.en.apply }).click();
  await expect(page.getByText(words.en.off).first()).toBeVisible();
  await payWith(page, paid, 'en');
  await expect(page.getByText(words.en.yours)).toBeVisible();
});

test('a reload while the bank asks loses nothing', async ({ page }) => {
  await atTheTill(page, 'en', toPass);
  await payWith(page, asked, 'en');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(page).toHaveURL(/order=\d+/);
  await page.reload();
  const bank = page.getByRole('dialog').frameLocator('iframe');
  await bank.getByRole('button').first().click();
  await expect(page.getByText(words.en.yours)).toBeVisible();
});
