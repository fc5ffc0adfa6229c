import { noViolations } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import { atTheTill, cards, payWith, toSubscription, words } from './till.ts';

/** The channel changes how often a subscription renews, and what it costs, on the provider's page. */

// The provider's page leads back to the channel's own domain.
test.use({ baseURL: (process.env.GRANDSTAND_URL ?? 'http://127.0.0.1:8080').replace('127.0.0.1', 'localhost') });

const texts = {
  en: {
    price: /^Price/,
    every: 'Every',
    unit: 'Unit',
    rest: 'Rest of the current period',
    change: 'Change the price',
    refused: /This interval is not valid/,
    yearly: /\/year/,
    quarterly: /every 3 months/,
    changed: 'Renewal period changed',
    instead: 'every 3 months instead of every year',
    includes: /which includes .* for a change on/,
  },
  fr: {
    price: /^Prix/,
    every: 'Tous les',
    unit: 'Unité',
    rest: 'Reste de la période en cours',
    change: 'Changer le prix',
    refused: /Ce prix ou cette période n’est pas valide/,
    yearly: /\/an/,
    quarterly: /tous les 3 mois/,
    changed: 'Fréquence de renouvellement modifiée',
    instead: 'tous les 3 mois au lieu de tous les ans',
    includes: /dont .* pour un changement du/,
  },
} as const;

for (const language of ['en', 'fr'] as const) {
  const say = words[language];
  const text = texts[language];

  test(`the page follows the period and the next payment (${language})`, async ({ page }) => {
    await atTheTill(page, language, toSubscription('annual'));
    await payWith(page, cards.paid, say.subscribe);
    await expect(page.getByText(say.yours)).toBeVisible();
    await page.goto('/profile/subscriptions');
    await expect(page.getByText(text.yearly)).toBeVisible();

    await test.step('a period that the provider refuses changes nothing', async () => {
      await page.getByRole('button', { name: say.portal }).click();
      await page.getByRole('textbox', { name: text.every }).fill('99');
      await page.getByRole('button', { name: text.change }).click();
      await expect(page.getByRole('alert')).toHaveText(text.refused);
      await noViolations(page);
    });

    await test.step('another period is paid at once', async () => {
      await page.getByRole('textbox', { name: text.price }).fill('30');
      await page.getByRole('textbox', { name: text.every }).fill('3');
      await page.getByRole('combobox', { name: text.unit }).selectOption('month');
      await page.getByRole('button', { name: text.change }).click();
      await page.getByRole('link', { name: say.home, exact: true }).click();
      await expect(page.getByText(text.quarterly).first()).toBeVisible();
      await page.getByText(say.history).click();
      await expect(page.getByText(text.changed)).toBeVisible();
      await expect(page.getByText(text.instead)).toBeVisible();
      await noViolations(page);
    });

    await test.step('a change within the period is announced with the next payment', async () => {
      await page.getByRole('button', { name: say.portal }).click();
      await page.getByRole('textbox', { name: text.price }).fill('60');
      await page.getByRole('combobox', { name: text.rest }).selectOption('create_prorations');
      await page.getByRole('button', { name: text.change }).click();
      await page.getByRole('link', { name: say.home, exact: true }).click();
      await expect(page.getByText(text.includes)).toBeVisible();
      await noViolations(page);
    });
  });
}
