import { expect, test } from '../fixtures.ts';
import { everyLook, saveScreenshot } from '../looks.ts';
import { fixedShare } from './judge.ts';

/**
 * Pages at 400 % (WCAG 1.4.10: 320 by 256), on a phone held sideways, and in the colours of the reader.
 * Pages alternate between the languages, unless every look is tested.
 */

test.use({ reuseContext: true }); // as in screens.spec.ts

const pages = ['/', '/schedule', '/vod', '/watch/1', '/vod_library', '/login', '/packages', '/faq'];
const sizes = [
  { width: 320, height: 256 },
  { width: 844, height: 390 },
];
const named = (path: string) => path.replaceAll('/', '-');

for (const [turn, lang] of (['en', 'fr'] as const).entries()) {
  const inTurn = (_: string, n: number) => everyLook || n % 2 === turn;

  for (const { width, height } of sizes) {
    test.describe(`at ${width} by ${height} in ${lang}`, { tag: '@once' }, () => {
      // Nothing is answered about cookies, so that the question is there too.
      test.use({ viewport: { width, height }, storageState: { cookies: [], origins: [] } });

      for (const path of pages.filter(inTurn)) {
        test(`${path} moves in one direction alone, and bars leave room for it`, async ({ page }) => {
          await page.goto(`${path}?lang=${lang}`);
          await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached();
          await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
          expect(await fixedShare(page)).toBeLessThan(0.25);
          await saveScreenshot(page, `reflow${named(path)}-${lang}-${width}`, 'viewport');
        });
      }
    });
  }

  for (const path of ['/schedule', '/vod', '/upcoming', '/live'].filter(inTurn)) {
    test(`the first card of ${path} begins within 400 pixels of a phone (${lang})`, { tag: '@once' }, async ({
      page,
    }) => {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto(`${path}?lang=${lang}`);
      const card = page.locator('main .card').first();
      await expect
        .poll(() => card.evaluate((one) => one.getBoundingClientRect().top + scrollY))
        .toBeLessThanOrEqual(400);
    });
  }
}

test.describe('in forced colours', { tag: '@once' }, () => {
  test.use({ forcedColors: 'active' });

  test('the focus, choices and the player are seen', async ({ page }) => {
    await page.goto('/schedule');
    const chosen = page.locator('.chip[aria-pressed="true"]').first();
    await expect(chosen).toBeVisible();
    const background = (of: string) =>
      page
        .locator(of)
        .first()
        .evaluate((one) => getComputedStyle(one).backgroundColor);
    expect(await background('.chip[aria-pressed="true"]')).not.toBe(await background('.chip[aria-pressed="false"]'));
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(page.locator(':focus-visible')).toHaveCSS('outline-style', 'solid');
    await saveScreenshot(page, 'forced-colours-schedule', 'viewport');

    await page.goto('/watch/1');
    await expect(page.locator('main .player, main .watch').first()).toBeVisible();
    await saveScreenshot(page, 'forced-colours-watch', 'viewport');
  });
});
