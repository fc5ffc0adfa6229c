import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { isTurn, looks } from '../looks.ts';

const screens = [
  '/',
  '/faq',
  '/schedule',
  '/live',
  '/upcoming',
  '/vod',
  '/packages',
  '/packages/passes',
  '/select-package/7',
  '/login',
  '/registration',
  '/password-reset-request',
  '/verify-notice',
  '/contacts',
  '/about',
  '/for-schools',
  '/privacy_policy',
  '/vod_library',
  '/favourites',
  '/search',
  '/buy',
  '/reminders/stop',
  '/404',
  '/no-such-page',
  '/watch/1',
  '/watch/999999',
  '/vod_library/1',
  '/simulate',
  '/activate',
  '/watch_embed/1',
  '/profile',
];

/** Screens whose heading the server paints: others show a picture first, or lead somewhere else. */
const withoutHeading = new Set([
  '/',
  '/watch/1',
  '/vod_library/1',
  '/simulate',
  '/activate',
  '/watch_embed/1',
  '/profile',
]);

const words = { en: 'Loading…', fr: 'Chargement…' };

async function open(page: Page, path: string, language: string): Promise<void> {
  await page.goto(`${path}?lang=${language}`, { waitUntil: 'load' });
}

/** How far a heading may move, in pixels: forms stand in the middle of their column, and how high they are depends on texts. */
const tolerance = (path: string) => (/^.(login|registration|password|verify)/.test(path) ? 40 : 3);

/** Where the page's fixed points are, and what its heading says. */
function readPlaces(page: Page, heading: string) {
  return page.evaluate((selector) => {
    const place = (found: Element | null) => found?.getBoundingClientRect();
    const title = document.querySelector<HTMLElement>(selector);
    return {
      header: Math.round(place(document.querySelector('header'))?.bottom ?? 0),
      main: Math.round(place(document.querySelector('main'))?.top ?? 0),
      left: Math.round(place(title)?.left ?? 0),
      top: Math.round(place(title)?.top ?? 0),
      text: title?.innerText.replace(/\s+/g, ' ').toLowerCase() ?? '',
    };
  }, heading);
}

for (const look of looks) {
  const { language, width } = look;
  const paths = screens.filter((_, n) => isTurn(n, look));

  test(`without the app's scripts every screen is outlined, in ${language} and ${width} wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.route('**/assets/*.js', (route) => route.abort());
    for (const path of paths) {
      await open(page, path, language);
      await expect(page.locator('main [role=status]'), path).toContainText(words[language]);
      const outline = page.locator('main [aria-busy=true]');
      await expect.poll(async () => (await outline.boundingBox())?.height ?? 0, path).toBeGreaterThan(150);
      const part = outline.locator('.sk, .loader').filter({ visible: true }).first();
      await expect(part, path).toBeVisible();
      // One part of the outline is enough: a picture of the whole window takes four times as much processor time.
      const clip = await part.boundingBox();
      assert(clip, path);
      const shown = await page.screenshot({ clip });
      await outline.evaluate((element) => element.style.setProperty('visibility', 'hidden'));
      expect(shown.equals(await page.screenshot({ clip })), `${path} shows an outline`).toBe(false);
      const { scroll, wide } = await page.evaluate(() => ({
        scroll: document.documentElement.scrollWidth,
        wide: document.documentElement.clientWidth,
      }));
      expect(scroll, `${path} is no wider than the window`).toBeLessThanOrEqual(wide);
    }
  });

  test(`nothing moves when the app shows its screen, in ${language} and ${width} wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
    for (const path of paths) {
      await page.goto('about:blank'); // an open app that cannot load a chunk reloads its page, which would abort the next one
      await page.route('**/assets/*.js', (route) => route.abort());
      await open(page, path, language);
      const before = await readPlaces(page, 'main .skel__t');
      await page.unroute('**/assets/*.js');
      await open(page, path, language);
      await expect(page.locator('main[tabindex]'), path).toBeAttached();
      if (withoutHeading.has(path)) {
        const after = await readPlaces(page, 'main h1');
        expect({ header: after.header, main: after.main }, path).toEqual({ header: before.header, main: before.main });
      } else {
        await expect(page.locator('main h1'), path).toBeVisible();
        const { top, ...after } = await readPlaces(page, 'main h1');
        const { top: painted, ...same } = before;
        expect(after, path).toEqual(same);
        expect(Math.abs(top - painted), `${path}: from ${painted} to ${top}`).toBeLessThanOrEqual(tolerance(path));
      }
    }
  });
}
