import type { Page } from '@playwright/test';
import { noViolations } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import { findPlaces } from '../screens/places.ts';

/** A game goes on in the corner while its viewer browses. */

const video = (page: Page) => page.locator('video');
const time = (page: Page) => video(page).evaluate((v: HTMLVideoElement) => v.currentTime);
const corner = (page: Page) => page.locator('.pstage[data-docked]');

/** Plays a recording; returns every multivariant playlist that is asked for. */
async function watch(page: Page): Promise<string[]> {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (/\/index\.m3u8/.test(request.url())) asked.push(request.url());
  });
  const { recorded } = await findPlaces(page.request);
  await page.goto(`/watch/${recorded}`);
  await expect.poll(() => time(page)).toBeGreaterThan(1);
  await video(page).evaluate((v: HTMLVideoElement) => {
    v.dataset.same = 'yes';
  });
  return asked;
}

const goElsewhere = (page: Page) => page.getByRole('link', { name: 'Schedule' }).first().click();

test('a game plays on in the corner, without being loaded again, and returns to its page', { tag: '@once' }, async ({
  page,
}) => {
  const asked = await watch(page);
  const at = await time(page);
  await goElsewhere(page);
  await expect(page).toHaveURL(/\/schedule/);
  await expect(corner(page)).toBeVisible();
  await expect(video(page)).toHaveAttribute('data-same', 'yes');
  await expect.poll(() => time(page)).toBeGreaterThan(at + 1);
  expect(await video(page).evaluate((v: HTMLVideoElement) => v.paused)).toBe(false);
  await noViolations(page);

  await corner(page).getByRole('button', { name: 'Pause' }).click();
  await corner(page).getByRole('button', { name: 'Play', exact: true }).click();
  const before = await time(page);
  await corner(page).getByRole('link', { name: 'Back to the large player' }).click();
  await expect(page).toHaveURL(/\/watch\/\d+$/);
  await expect(corner(page)).toHaveCount(0);
  await expect(page.locator('.watch video')).toHaveAttribute('data-same', 'yes');
  await expect.poll(() => time(page)).toBeGreaterThan(before);
  expect(asked).toHaveLength(1);
});

test('the corner is closed by its button and by Escape, and nothing goes there that stands still', {
  tag: '@once',
}, async ({ page }) => {
  await watch(page);
  await goElsewhere(page);
  await corner(page).getByRole('button', { name: 'Close the player' }).click();
  await expect(video(page)).toHaveCount(0);

  await watch(page);
  await goElsewhere(page);
  await corner(page).getByRole('button', { name: 'Pause' }).focus();
  await page.keyboard.press('Escape');
  await expect(corner(page)).toHaveCount(0);

  await watch(page);
  await video(page).evaluate((v: HTMLVideoElement) => v.pause());
  await goElsewhere(page);
  await expect(page).toHaveURL(/\/schedule/);
  await expect(video(page)).toHaveCount(0);
});

test('the corner says when its viewer may not watch any more', { tag: '@once' }, async ({ page }) => {
  await watch(page);
  await goElsewhere(page);
  await expect(corner(page)).toBeVisible();
  await page.route(/\/api\/events\/\d+\?/, async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { data: Record<string, unknown> };
    const access = { granted: false, reason: 'purchase_required', message: '', until: null, capabilities: [] };
    await route.fulfill({ json: { data: { ...body.data, has_access: false, media: [], access } } });
  });
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  await expect(corner(page).getByRole('alert')).toContainText('You no longer have access');
  await expect(video(page)).toHaveCount(0);
  await corner(page).getByRole('button', { name: 'Close the player' }).click();
  await expect(corner(page)).toHaveCount(0);
});
