import type { Page } from '@playwright/test';
import { logIn, type Person, speak } from '../account/person.ts';
import { noViolations } from '../axe.ts';
import { atTheTill, cards, payWith, recorded, type Tongue, words } from '../commerce/till.ts';
import { expect, test } from '../fixtures.ts';
import { saveScreenshot } from '../looks.ts';
import { startPlaying } from './video.ts';

/** The demo lets a user watch what they bought on three screens at once. */

const says = {
  en: {
    full: 'You are already watching on 3 screens',
    instead: 'Watch here instead',
    lost: 'You are watching on another screen',
    here: 'Watch here',
  },
  fr: {
    full: 'Vous regardez déjà sur 3 écrans',
    instead: 'Regarder plutôt ici',
    lost: 'Vous regardez sur un autre écran',
    here: 'Regarder ici',
  },
};

const others = ['kitchen-screen', 'bedroom-screen'];

/** A screen of the same person that shows no picture: it only holds a place. */
async function holdPlace(page: Page, { apiKey }: Person, event: number, player: string): Promise<void> {
  const answer = await page.request.post('/api/leases', { data: { api_key: apiKey, event_id: event, player } });
  expect(answer.ok(), await answer.text()).toBe(true);
}

for (const language of ['en', 'fr'] as const satisfies Tongue[]) {
  test(`on a fourth screen one watches instead of on the first (${language})`, { tag: '@encoder' }, async ({
    page,
    browser,
  }) => {
    const say = says[language];
    const person = await atTheTill(page, language, () => Promise.resolve('/packages'));
    const game = await recorded(page, person);
    await page.goto(`/watch/${game}`);
    await page.getByRole('link', { name: words[language].buy }).click();
    await payWith(page, cards.paid, words[language].pay);
    await expect(page).toHaveURL(new RegExp(`/watch/${game}$`));
    await startPlaying(page);

    await test.step('a page that is loaded again keeps its place', async () => {
      for (const screen of others) await holdPlace(page, person, game, screen);
      await page.reload();
      await startPlaying(page);
      for (const screen of others) await holdPlace(page, person, game, screen);
    });

    const other = await browser.newPage();
    await test.step('the fourth screen is told where, and takes the place of the oldest', async () => {
      await speak(other, language);
      await logIn(other, person);
      for (const screen of others) await holdPlace(page, person, game, screen);
      await other.goto(`/watch/${game}`);
      await expect(other.getByText(say.full)).toBeVisible();
      await expect(other.locator('.els li')).toHaveCount(3);
      await expect(other.locator('video')).toHaveCount(0);
      await saveScreenshot(other, `places-full-${language}`, 'viewport');
      await noViolations(other);
      await other.getByRole('button', { name: say.instead }).click();
      await startPlaying(other);
    });

    await test.step('the first screen says so, and may have its place back', async () => {
      await expect(page.getByText(say.lost)).toBeVisible();
      await expect(page.locator('video')).toHaveCount(0);
      await noViolations(page);
      await page.getByRole('button', { name: say.here, exact: true }).click();
      await startPlaying(page);
    });
    await other.close();
  });
}
