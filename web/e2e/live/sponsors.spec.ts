import type { Page } from '@playwright/test';
import { newPerson, type Person, speak } from '../account/person.ts';
import { atTheTill, cards, payWith, subscription, type Tongue, told, words } from '../commerce/till.ts';
import { expect, test } from '../fixtures.ts';
import { holdAds, playAdTo, press, startPlaying } from './video.ts';

/** What the demo's sponsors pay for: volleyball on demand, for who has not bought to see none. */

const say = {
  en: { skip: 'Skip ad', elsewhere: /\(opens in a new tab\)$/ },
  fr: { skip: 'Passer', elsewhere: /\(s’ouvre dans un nouvel onglet\)$/ },
};

const badge = (page: Page) => page.locator('.ad__badge');

interface Sponsored {
  game: number;
  /** The video of the library that plays the game, and one that plays a film. */
  video: number;
  film: number;
}

/** What they come before. */
async function sponsored(page: Page, person: Person): Promise<Sponsored> {
  const videos = await told<{ id: number; alias: string }[]>(page, person, 'vod-media-items', { limit: '100' });
  const named = (alias: string) => videos.find((one) => one.alias === alias)?.id ?? 0;
  const video = named('kawartha-visits');
  const { media } = await told<{ media: { event_id: number | null }[] }>(page, person, `vod-media-items/${video}`);
  return { game: media[0]?.event_id ?? 0, video, film: named('rallies') };
}

/** Sees the advertisement until it may be skipped, skips it, and watches what it was before. */
async function sitThrough(page: Page, language: Tongue): Promise<void> {
  await playAdTo(page, 4); // from when it may be skipped
  const link = page.locator('.ad').getByRole('link', { name: say[language].elsewhere });
  await expect(link).toHaveAttribute('href', /^https:/);
  await press(page.getByRole('button', { name: say[language].skip, exact: true }));
  await expect(page.locator('.ad')).toHaveCount(0);
  await startPlaying(page);
}

async function seeNone(page: Page): Promise<void> {
  await startPlaying(page);
  await expect(badge(page)).toHaveCount(0);
}

/** The page forgets what it has shown, as it does within an hour. */
async function forget(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.removeItem('rudy_prerolls'));
}

/** Every film and answer of a sponsor that the page asks for from now on. */
function sponsorsAsked(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (/\/video\/bumper-|\/api\/prerolls\//.test(request.url())) asked.push(request.url());
  });
  return asked;
}

/** Goes back in the same page until a game is there. */
async function backToTheGame(page: Page, game: number): Promise<void> {
  for (let step = 0; step < 9 && !page.url().endsWith(`/watch/${game}`); step++) await page.goBack();
  await expect(page).toHaveURL(new RegExp(`/watch/${game}$`));
}

for (const language of ['en', 'fr'] as const) {
  test(`an advertisement comes before a game until what spares it is bought (${language})`, async ({ page }) => {
    await holdAds(page);
    const person = await atTheTill(page, language, () => Promise.resolve('/packages'));
    const { game, video } = await sponsored(page, person);
    await page.goto(`/watch/${game}`);
    await sitThrough(page, language);
    await page.reload();
    await seeNone(page);
    await forget(page);
    await page.reload();
    await expect(badge(page)).toBeVisible();

    await page.locator('header a[href="/packages"]').first().click();
    await page.evaluate(() => Object.assign(window, { stillTheSamePage: true }));
    await page.locator(`main a[href="/select-package/${await subscription(page, 'annual')}"]`).click();
    await page.getByRole('link', { name: words[language].go, exact: true }).click();
    await payWith(page, cards.paid, words[language].subscribe);
    await expect(page.getByText(words[language].yours)).toBeVisible();

    const asked = sponsorsAsked(page);
    await backToTheGame(page, game);
    await seeNone(page);
    expect(await page.evaluate(() => 'stillTheSamePage' in window)).toBe(true);
    expect((await told<{ ads: boolean }>(page, person, `events/${game}`)).ads).toBe(false);
    await page.goto(`/vod_library/${video}`);
    await seeNone(page);
    expect(asked).toEqual([]);
  });

  test(`an advertisement comes before a video of the library, once for its game (${language})`, async ({ page }) => {
    await holdAds(page);
    await speak(page, language);
    const { game, video, film } = await sponsored(page, await newPerson(page.request, language));
    await page.goto(`/vod_library/${video}`);
    await sitThrough(page, language);
    const asked = sponsorsAsked(page);
    await page.reload();
    await seeNone(page);
    await page.goto(`/watch/${game}`);
    await seeNone(page);
    await forget(page);
    await page.goto(`/vod_library/${film}`); // of no game, and so of none that they pay for
    await seeNone(page);
    expect(asked).toEqual([]);
  });
}
