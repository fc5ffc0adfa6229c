import { noViolations } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import { startPlaying } from '../live/video.ts';
import { atTheTill, cards, payWith, twoOfOneTicket, words } from './till.ts';

/** All single games of a channel may be sold by one package. Each is bought and watched by itself. */
for (const language of ['en', 'fr'] as const) {
  const say = words[language];

  test(`two games of one ticket are bought one after the other, and both play (${language})`, async ({ page }) => {
    const person = await atTheTill(page, language, () => Promise.resolve('/packages'));
    const games = await twoOfOneTicket(page, person);
    for (const game of games) {
      await page.goto(`/watch/${game}`);
      await page.getByRole('link', { name: say.buy }).click();
      await payWith(page, cards.paid, say.pay);
      await expect(page).toHaveURL(new RegExp(`/watch/${game}$`));
      await startPlaying(page);
    }

    await page.goto(`/watch/${games[0]}`);
    await startPlaying(page);
    for (const game of games) {
      await page.goto(`/buy?event_id=${game}`);
      await expect(page.getByText(say.bought)).toBeVisible();
      await expect(page.getByRole('link', { name: say.watch, exact: true })).toHaveAttribute('href', `/watch/${game}`);
    }
    await page.goto('/profile');
    for (const game of games) await expect(page.locator(`a[href="/watch/${game}"]`)).toBeVisible();
    await noViolations(page);
    await page.goto('/profile/transactions');
    await expect(page.getByRole('row')).toHaveCount(3);
    await noViolations(page);
  });
}
