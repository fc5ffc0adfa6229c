import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { noViolations } from './axe.ts';
import { behindLive, expectPlaying, holdAdAt, holdAds, playAdTo, playSlowly, press } from './live/video.ts';
import { looks, saveScreenshot } from './looks.ts';
import { expect, type Game, test } from './stream/game.ts';

/** Advertisements before a live game that each test sends. */

const film = '/media/public/ads/halyard.mp4';
const elsewhere = 'https://cdn.ads.example/film.mp4';

const preroll = {
  id: 1,
  kind: 'video',
  url: film,
  weight: 1,
  location_id: null,
  event_categories: [],
  for_live: true,
  for_vod: true,
  sponsor: 'Halyard Mutual',
  click_url: 'https://halyard.example/',
  skip_after: 2,
};

const words = {
  en: { badge: /^Ad · 0:0\d$/, wait: /^Skip in [12] s$/, skip: 'Skip ad', live: 'Live', player: 'Video player' },
  fr: {
    badge: /^Pub · 0:0\d$/,
    wait: /^Passer dans [12] s$/,
    skip: 'Passer',
    live: 'En direct',
    player: 'Lecteur vidéo',
  },
};

/** Opens a game behind advertisements, which wait for the test. Returns the films that are sent. */
async function open(page: Page, game: Game, query = ''): Promise<string[]> {
  await holdAds(page);
  const sent: string[] = [];
  const body = readFileSync(new URL('../../demo/kit/video/bumper-halyard.mp4', import.meta.url));
  for (const at of [`**${film}`, elsewhere]) {
    await page.route(at, (route) => {
      sent.push(at);
      return route.fulfill({ body, contentType: 'video/mp4' });
    });
  }
  await page.goto(game.path + query);
  return sent;
}

const badge = (page: Page) => page.locator('.ad__badge');

test.describe('a pre-roll', { tag: '@once' }, () => {
  for (const { language: lang, width, use } of looks) {
    test.describe(`in ${lang} at ${width}`, () => {
      test.use({ lang, ...use });

      test('is shown once, can be skipped, and the game begins live', async ({ page, game }) => {
        const say = words[lang];
        game.advertise([preroll]);
        await open(page, game);
        await expect(badge(page)).toHaveText(say.badge);
        await expect(page.locator('.p-ui')).toHaveCount(0);
        await saveScreenshot(page, `preroll-${lang}-${width}`, 'viewport');
        await noViolations(page);
        expect(game.requests).toEqual([]);

        const link = page.getByRole('link', { name: /Halyard Mutual/ });
        await expect(link).toHaveAttribute('rel', 'noopener sponsored');
        await expect(link).toHaveAttribute('target', '_blank');

        await holdAdAt(page, preroll.skip_after);
        await press(page.locator('.ad__controls').getByRole('button').first());
        const skip = page.getByRole('button', { name: say.skip });
        await expect(skip).toBeVisible();
        await noViolations(page);
        await press(skip);
        await expect(page.locator('.ad')).toHaveCount(0);
        await expect(page.getByRole('region', { name: say.player })).toBeFocused();
        await expectPlaying(page);
        await expect(page.locator('.golive')).toHaveText(say.live);
        await expect.poll(() => behindLive(page)).toBeLessThan(15);

        await page.reload();
        await expectPlaying(page);
        await expect(badge(page)).toHaveCount(0);
      });
    });
  }

  test('tells its ad server what happens, and is over by itself', async ({ page, game }) => {
    const told: string[] = [];
    await page.route('https://track.example/**', (route) => {
      told.push(new URL(route.request().url()).pathname.slice(1));
      return route.fulfill({ status: 204 });
    });
    const events = ['impression', 'start', 'firstQuartile', 'midpoint', 'thirdQuartile', 'complete', 'error'];
    game.advertise([{ ...preroll, kind: 'vast', url: '/api/prerolls/1' }], {
      media: { url: film, width: 1280, height: 720 },
      error: null,
      duration: 6,
      skip_after: null,
      click_url: '',
      sponsor: '',
      events: events.map((event) => ({ event, url: `https://track.example/${event}` })),
    });
    await open(page, game);
    await expect(badge(page)).toBeVisible();
    await expect(page.locator('.ad__skip')).toHaveCount(0);
    await playAdTo(page, Number.POSITIVE_INFINITY);
    await expect(page.locator('.ad')).toHaveCount(0);
    await expectPlaying(page);
    expect(told).toEqual(events.slice(0, -1));
  });

  test('gives way to the game where it fails, and where there is none', async ({ page, game }) => {
    game.advertise([{ ...preroll, url: '/media/public/ads/gone.mp4' }]);
    await open(page, game);
    await expectPlaying(page);
    await expect(badge(page)).toHaveCount(0);
    game.advertise([{ ...preroll, kind: 'vast', url: '/api/prerolls/1' }], { media: null, error: 303, events: [] });
    await page.reload();
    await expectPlaying(page);
    await expect(badge(page)).toHaveCount(0);
  });

  test('does not hold the game up while its ad server, or its film, is away', async ({ page, game }) => {
    const never = () => new Promise<void>(() => undefined);
    await page.route('**/api/prerolls/1?*', never);
    await page.route(`**${film}`, never);
    game.advertise([{ ...preroll, kind: 'vast', url: '/api/prerolls/1' }]);
    await page.goto(game.path); // with the patience that the page has
    await expectPlaying(page);
    await expect(badge(page)).toHaveCount(0);
    game.advertise([preroll]);
    await page.reload();
    await expectPlaying(page);
    await expect(badge(page)).toHaveCount(0);
  });

  test('leads to its advertiser in another tab, and waits for its viewer', async ({ page, game }) => {
    await page.context().route('https://halyard.example/**', (route) => route.fulfill({ body: 'Halyard' }));
    game.advertise([preroll]);
    await open(page, game);
    const shown = page.locator('.ad[data-shown] video');
    await playSlowly(shown); // it lasts until a busy machine has pressed
    await playAdTo(page, Number.POSITIVE_INFINITY);
    const tab = page.context().waitForEvent('page');
    await page.getByRole('link', { name: /Halyard Mutual/ }).click();
    await expect(await tab).toHaveURL('https://halyard.example/');
    await (await tab).close();
    await expect(shown).toHaveJSProperty('paused', true);
    await expect(page.locator('.ad__controls').getByRole('button', { name: 'Play' })).toBeVisible();
  });

  test('comes again an hour after it was seen, and not before', async ({ page, game }) => {
    await page.addInitScript(() => {
      const [now, late] = [Date.now.bind(Date), Number(sessionStorage.getItem('late'))];
      Date.now = () => now() + late;
    });
    const later = async (minutes: number) => {
      await page.evaluate((ms) => sessionStorage.setItem('late', String(ms)), minutes * 60_000);
      await page.reload();
    };
    game.advertise([{ ...preroll, skip_after: 0 }]);
    await open(page, game);
    await press(page.getByRole('button', { name: words.en.skip }));
    await expectPlaying(page);
    await later(55);
    await expectPlaying(page);
    await expect(badge(page)).toHaveCount(0);
    await later(61);
    await expect(badge(page)).toBeVisible();
  });

  test('is not played from hosts that the channel did not name', async ({ page, game }) => {
    game.advertise([{ ...preroll, url: elsewhere }]);
    const sent = await open(page, game);
    await expectPlaying(page);
    expect(sent).toEqual([]);
  });

  test('is not shown to who asked for a moment of the game', async ({ page, game }) => {
    game.advertise([preroll]);
    await open(page, game, '?t=20');
    await expectPlaying(page);
    await expect(badge(page)).toHaveCount(0);
  });
});
