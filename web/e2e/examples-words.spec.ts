import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { everyLook } from './looks.ts';
import { settle } from './screens/judge.ts';
import { speaksOfFights } from './screens/words.ts';

/**
 * A promoter of fights has no games, schools or teams on any screen, in any state: all of it comes from its words. Screens are
 * read in English and French by turns, or in both.
 */

const filtered = async (page: Page) => {
  await page.locator('main button.chip[aria-haspopup="dialog"]').first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
};

const screens: [path: string, after?: (page: Page) => Promise<void>][] = [
  ['/'],
  ['/?sport=boxing'],
  ['/?school=ironside'],
  ['/?team=okoro'],
  ['/?team=nobody'],
  ['/upcoming', filtered],
  ['/upcoming?search=nothing-is-called-this'],
  ['/schedule?sport=boxing&gender=W&type=ppv'],
  ['/live'],
  ['/vod'],
  ['/vod_library'],
  ['/packages/passes'],
  ['/select-package/999999999'],
  ['/watch/999999999'],
  ['/watch_embed/999999999'],
  ['/registration'],
  ['/privacy_policy'],
  ['/terms_conditions'],
  ['/404'],
  ...['upcoming', 'starting', 'finished', 'login', 'purchase', 'ppv', 'blocked', 'processing', 'unrecorded'].map(
    (state): [string] => [`/simulate?state=${state}`],
  ),
];

for (const [turn, language] of ['en', 'fr'].entries()) {
  const paths = screens.filter((_, n) => everyLook || n % 2 === turn);

  test(`fights, in ${language}`, async ({ page, baseURL }) => {
    const host = `http://ironbell.localhost:${new URL(baseURL ?? '').port}`;
    for (const [path, after] of paths) {
      await page.goto(`${host}${path}${path.includes('?') ? '&' : '?'}lang=${language}`);
      await settle(page);
      await after?.(page);
      await speaksOfFights(page, language);
    }
    // The other language comes with its own words, without a new page.
    const other = language === 'en' ? 'fr' : 'en';
    await page.goto(`${host}/?lang=${language}`);
    await settle(page);
    await page
      .getByRole('button', { name: new RegExp(`^${other}`, 'i') })
      .first()
      .click();
    await expect(page.locator('html')).toHaveAttribute('lang', other);
    await speaksOfFights(page, other);
  });
}
