import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { startPlaying } from '../live/video.ts';
import { atTheTill, cards, payWith, twoOfOneTicket, words } from './till.ts';

/** An operator's own words stand where the name of each block says (docs/PACKS.md). */
const blocks = {
  en: {
    registration_note: 'An account is free.',
    checkout_note: 'Prices are in Canadian dollars',
    player_help: 'If the picture stops, reload the page first.',
    footer_note: 'Times are in your own time zone',
    neutral: 'All sales are final.',
  },
  fr: {
    registration_note: 'Le compte est gratuit.',
    checkout_note: 'Prix en dollars canadiens',
    player_help: 'Si l’image s’arrête, rechargez d’abord la page.',
    footer_note: 'Les heures sont celles de votre fuseau horaire',
    neutral: 'Les ventes sont définitives.',
  },
};

type Name = 'registration_note' | 'checkout_note' | 'player_help' | 'footer_note';

for (const language of ['en', 'fr'] as const) {
  const say = blocks[language];
  const showsBlock = async (page: Page, name: Name) => {
    const block = page.locator(`[data-block="${name}"]`);
    await expect(block).toHaveCount(1);
    await expect(block).toContainText(say[name]);
    await expect(block).toBeVisible();
  };

  test(`a channel’s own words are shown in their places (${language})`, async ({ page }) => {
    await page.goto(`/registration?lang=${language}`);
    await showsBlock(page, 'registration_note');
    await showsBlock(page, 'footer_note');

    await page.goto(`/packages/passes?lang=${language}`);
    await showsBlock(page, 'checkout_note');
    await expect(page.getByText(say.neutral, { exact: true })).toHaveCount(0);

    const person = await atTheTill(page, language, () => Promise.resolve('/packages'));
    const [game] = await twoOfOneTicket(page, person);
    await page.goto(`/watch/${game}`);
    await expect(page.locator('[data-block="player_help"]')).toHaveCount(0);
    await page.getByRole('link', { name: words[language].buy }).click();
    await showsBlock(page, 'checkout_note');
    await payWith(page, cards.paid, words[language].pay);
    await startPlaying(page);
    await showsBlock(page, 'player_help');
  });
}
