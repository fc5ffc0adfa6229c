import type { Locator, Page } from '@playwright/test';
import { noViolations } from '../axe.ts';
import { playSlowly } from '../live/video.ts';
import { looks, saveScreenshot } from '../looks.ts';
import { expect, test } from '../world/world.ts';
import { aClip, game, moveIn } from './house.ts';
import { playRecording } from './recording.ts';

/** Clips from the press of a key to a link that plays, on a world whose server is in the test's hands. */

const player = (page: Page) => page.getByRole('region', { name: /Video player|Lecteur vidéo/ });
const sheet = (page: Page) => page.getByRole('dialog');
const preview = (page: Page) => page.getByRole('region', { name: /Clip preview|Aperçu de l’extrait/ });
const timeOf = (of: Locator) => () => of.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime);

async function fits(page: Page): Promise<void> {
  await noViolations(page);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow, 'the page is wider than the window').toBeLessThanOrEqual(0);
}

/** Plays the game from its second minute, and asks for a clip by the key. */
async function openSheet(page: Page): Promise<void> {
  await page.goto(`/watch/${game}`);
  await expect.poll(timeOf(player(page))).toBeGreaterThan(0.2);
  await player(page).focus();
  await playSlowly(player(page).locator('video')); // the clip begins at the same second, however late the key comes
  await page.keyboard.press('6'); // six tenths of the recording: 0:54
  await expect.poll(timeOf(player(page))).toBeGreaterThan(54.2);
  await page.keyboard.press('x');
  await expect(sheet(page)).toBeVisible();
}

test.describe('a clip', { tag: '@once' }, () => {
  test('is cut, named, made and watched', async ({ page, world }) => {
    await playRecording(page);
    let made: object[] = [];
    let status = 'processing';
    await moveIn(page, world, () => made);
    const sent: unknown[] = [];
    await page.route(
      ({ pathname }) => pathname === '/api/clip',
      async (route) => {
        sent.push(route.request().postDataJSON());
        made = [aClip(world, { status })];
        await route.fulfill({ json: { data: aClip(world, { status }) } });
      },
    );
    world.on('/shared-clip/5', () => ({ body: { data: aClip(world, { status }) } }));
    await openSheet(page);

    await expect(player(page).locator('video')).toHaveJSProperty('paused', true);
    await expect.poll(timeOf(preview(page))).toBeGreaterThan(24);
    await sheet(page).getByRole('button', { name: 'Last 15 s' }).click();
    const start = sheet(page).getByRole('slider', { name: 'Start of the clip' });
    await start.press('ArrowRight');
    await expect(start).toHaveAttribute('aria-valuetext', /^from 4\d seconds$/);
    await expect(preview(page)).toContainText('/ 0:14');
    await expect.poll(timeOf(preview(page))).toBeGreaterThan(39);

    await sheet(page).getByRole('textbox', { name: 'Name' }).fill('Go-ahead goal from the left circle');
    await sheet(page).getByRole('button', { name: 'Ace' }).click();
    await sheet(page).getByRole('button', { name: 'Create clip' }).click();
    await expect(sheet(page)).toHaveCount(0);
    await expect(player(page)).toBeFocused();
    expect(sent).toMatchObject([{ event_id: game, event_media_id: 1, duration: 14, tags: ['Ace'] }]);

    // The pill leaves the page with its maker.
    await expect(page.getByText('” is being created')).toBeVisible();
    await page.getByRole('link', { name: 'See clips' }).click();
    await expect(page).toHaveURL('/profile/clips');
    await expect(page.getByText('” is being created')).toBeVisible();
    await expect(page.getByRole('tabpanel').getByText('In progress')).toBeVisible();
    status = 'success';
    await expect(page.getByText('” is ready')).toBeVisible();
    await page.locator('.clip-pill').getByRole('link', { name: 'Watch' }).click();
    await expect(page).toHaveURL('/watch_library/5');
  });

  test('plays at once for anyone with the link, from start to end', async ({ page, world }) => {
    await playRecording(page);
    world.on('/shared-clip/5', (query) =>
      query.get('uuid') === 'abc' ? { body: { data: aClip(world, { own: false }) } } : undefined,
    );
    await page.goto('/share/5/abc');
    await expect.poll(timeOf(player(page))).toBeGreaterThan(40);
    await expect(player(page)).toContainText('/ 0:12');
    await player(page).focus();
    await page.keyboard.press('9');
    await expect(player(page).getByRole('button', { name: 'Watch again' })).toBeVisible();
    expect(await timeOf(player(page))()).toBeLessThan(52.3);
    await page.getByRole('link', { name: 'Watch the game' }).click();
    await expect(page).toHaveURL(`/watch/${game}`);
  });

  test('plays in a frame on another site', async ({ page, world }) => {
    await playRecording(page);
    world.on('/shared-clip/5', () => ({ body: { data: aClip(world, { own: false }) } }));
    await page.goto('/share_embed/5/abc');
    await expect.poll(timeOf(player(page))).toBeGreaterThan(40);
    await expect(page.getByRole('link', { name: 'Watch the game' })).toHaveAttribute('target', '_blank');
    await expect(page.getByRole('banner')).toHaveCount(0);
    await saveScreenshot(page, 'clip-embed', 'viewport');
    await fits(page);
  });

  test('is not found by a wrong link, and no other address is taken for one', async ({ page }) => {
    await page.goto('/share/5/wrong');
    await expect(page.getByRole('heading', { name: 'Sorry! - Clip Not Found' })).toBeVisible();
    await page.goto('/share/5a/abc');
    await expect(page).toHaveURL('/404');
    await page.goto('/watch_library/x');
    await expect(page).toHaveURL('/404');
  });
});

for (const { language: lang, width, use } of looks) {
  test.describe(`clips in ${lang} at ${width}`, { tag: '@once' }, () => {
    test.use({ lang, ...use });

    test('fit the screen and are accessible', async ({ page, world }) => {
      await playRecording(page);
      const clips = [
        aClip(world),
        aClip(world, { id: 6, status: 'processing' }),
        aClip(world, { id: 7, status: 'error', media: null }),
      ];
      await moveIn(page, world, () => clips);
      world.on('/shared-clip/5', () => ({ body: { data: aClip(world) } }));
      await test.step('the sheet', async () => {
        await openSheet(page);
        await expect.poll(timeOf(preview(page))).toBeGreaterThan(24);
        await saveScreenshot(page, `clip-sheet-${lang}-${width}`, 'viewport');
        await fits(page);
        if (width > 1000) return;
        await sheet(page)
          .getByRole('button', { name: lang === 'fr' ? 'Suivant : nom et mots-clés' : 'Next: name and tags' })
          .click();
        await saveScreenshot(page, `clip-sheet-2-${lang}-${width}`, 'viewport');
        await fits(page);
      });
      await test.step('the game with its clips', async () => {
        await page.keyboard.press('Escape');
        await expect(sheet(page)).toHaveCount(0);
        await page.locator('.clip-card').first().scrollIntoViewIfNeeded();
        await saveScreenshot(page, `clip-rail-${lang}-${width}`, 'viewport');
        await fits(page);
      });
      await test.step('the list', async () => {
        await page.goto('/profile/clips');
        await expect(page.locator('.clip-row')).toHaveCount(3);
        await saveScreenshot(page, `profile-clips-${lang}-${width}`);
        await fits(page);
        await page.getByRole('tab').last().click();
        await expect(page.locator('.clip-row')).toHaveCount(0);
        await saveScreenshot(page, `profile-downloads-${lang}-${width}`);
        await fits(page);
      });
      await test.step('the page of a clip', async () => {
        await page.goto('/watch_library/5');
        await expect.poll(timeOf(player(page))).toBeGreaterThan(40);
        await saveScreenshot(page, `clip-${lang}-${width}`);
        await fits(page);
      });
    });
  });
}
