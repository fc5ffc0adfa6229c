import type { Page } from '@playwright/test';
import { noViolations } from './axe.ts';
import { behindLive, expectPlaying, gameVideo, playback, playNormally, playSlowly, press } from './live/video.ts';
import { looks, saveScreenshot, sideways } from './looks.ts';
import { expect, test } from './stream/game.ts';

/** The player in a real browser, on a live stream that each test sends and may disturb. Nothing here asks the database. */

const player = (page: Page) => page.getByRole('region', { name: 'Video player' });
const timeOf = (page: Page) => async () => (await playback(page)).time;
const message = (page: Page) => page.locator('.p-mid');
const liveButton = (page: Page) => page.locator('.golive');
/** The slate while the encoder is away. */
const backSoon = {
  en: 'The picture will be back in a moment',
  fr: 'L’image sera de retour dans un instant',
};
const score = (page: Page) => page.locator('.score2');

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expectPlaying(page);
}

/** What the element shows, as the mean brightness of a small copy: black is below 16. */
async function brightness(page: Page, selector: string): Promise<number> {
  return page.locator(selector).evaluate((shown: HTMLVideoElement | HTMLCanvasElement) => {
    const small = document.createElement('canvas');
    small.width = 32;
    small.height = 18;
    const context = small.getContext('2d', { willReadFrequently: true });
    context?.drawImage(shown, 0, 0, 32, 18);
    const bytes = context?.getImageData(0, 0, 32, 18).data ?? new Uint8ClampedArray(4);
    return bytes.reduce((sum, byte) => sum + byte, 0) / bytes.length;
  });
}

test.describe('the player', { tag: '@once' }, () => {
  test('plays at the live edge, rewinds a minute, and returns', async ({ page, game }) => {
    await open(page, game.path);
    await expect(liveButton(page)).toHaveText('Live');
    await expect(score(page)).toHaveAccessibleName(/ 1, .* 1$/);

    await player(page).hover();
    const back = page.getByRole('button', { name: 'Back 10 seconds' });
    for (let i = 0; i < 6; i++) await press(back);
    await expect.poll(() => behindLive(page)).toBeGreaterThan(50);
    await expect(liveButton(page)).toHaveText(/min|s behind Go live/);
    await expectPlaying(page);
    await expect(score(page)).toHaveAccessibleName(/ 1, .* 0$/);

    // While paused, the position changes only by the button.
    await player(page).focus();
    await page.keyboard.press('k');
    await expect.poll(async () => (await playback(page)).paused).toBe(true);
    const rewound = (await playback(page)).time;
    await player(page).hover();
    await press(page.getByRole('button', { name: 'Forward 10 seconds' }));
    await expect.poll(timeOf(page)).toBeCloseTo(rewound + 10, 0);
    await page.keyboard.press('k');
    await expectPlaying(page);

    await press(liveButton(page));
    await expect(liveButton(page)).toHaveText('Live');
    await expect(score(page)).toHaveAccessibleName(/ 1, .* 1$/);
    await expectPlaying(page);
  });

  test('lets a late viewer begin at the start, and offers a return to where they left', async ({ page, game }) => {
    await open(page, game.path);
    const choice = page.getByRole('group', { name: 'Where to start' });
    await choice.getByRole('button', { name: 'From start' }).click();
    await expect.poll(timeOf(page)).toBeLessThan(30);
    await expectPlaying(page);
    await player(page).focus();
    await page.keyboard.press('3');
    await expect.poll(timeOf(page)).toBeGreaterThan(40);
    await expectPlaying(page);

    await page.reload();
    await choice.getByRole('button', { name: /^Resume at \d:/ }).click();
    await expect.poll(() => behindLive(page)).toBeGreaterThan(90); // seven tenths of what was sent
    await expectPlaying(page);
  });

  test('marks what was tagged while the page is open, and shows it from eight seconds before', async ({
    page,
    game,
  }) => {
    await open(page, game.path);
    game.tag(31);
    game.tag(140);
    const list = page.getByRole('list', { name: 'Key moments, newest first' });
    await expect(list.getByRole('button')).toHaveCount(3);
    await expect(page.locator('.tl__m')).toHaveCount(2);
    await noViolations(page);
    await playSlowly(gameVideo(page)); // the eight seconds before the goal must not be over too soon
    await list.getByRole('button').last().focus();
    await page.keyboard.press('Enter');
    await expect.poll(timeOf(page)).toBeLessThan(60);
    // The picture is before both of them now, and nothing tells of what is ahead of it.
    await expect(page.getByText('Key moments appear here as you watch')).toBeVisible();
    await playNormally(gameVideo(page));
    await expectPlaying(page);
    await expect(list.getByRole('button')).toHaveCount(1);
    await player(page).hover();
    await page.locator('.tl__m').dispatchEvent('click');
    await expect(page.locator('.tl__m')).toHaveCount(0);
    await expectPlaying(page);
  });

  test('answers its keys wherever the focus is on the page, and scrolls nothing', async ({ page, game }) => {
    await open(page, game.path);
    const paused = async () => (await playback(page)).paused;
    await page.getByRole('heading', { level: 1 }).evaluate((heading) => {
      heading.tabIndex = -1;
      heading.focus();
    });
    await page.keyboard.press('Space');
    await expect.poll(paused).toBe(true);
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    await page.keyboard.press('k');
    await expect.poll(paused).toBe(false);
    // The search is a field: it takes what is typed.
    await page.getByRole('button', { name: 'Search' }).first().click();
    await page.getByRole('searchbox').or(page.getByRole('combobox')).first().fill('k');
    await page.keyboard.press('Space');
    expect(await paused()).toBe(false);
    await page.keyboard.press('Escape');

    await player(page).focus();
    await page.keyboard.press('k');
    await expect.poll(async () => (await playback(page)).paused).toBe(true);
    const { time } = await playback(page);
    await page.keyboard.press(',');
    await expect.poll(timeOf(page)).toBeCloseTo(time - 1 / 24, 2);
    await page.keyboard.press('j');
    await expect.poll(timeOf(page)).toBeCloseTo(time - 10 - 1 / 24, 1);
    await page.keyboard.press('ArrowDown');
    await expect(page.locator('.p-note')).toHaveText('Volume 95%');
    await page.keyboard.press('e');
    await expect(liveButton(page)).toHaveText('Live');
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  });

  test('starts without sound where the browser wants a gesture, and brings it with one press', async ({
    page,
    game,
  }) => {
    await open(page, game.path);
    const unmute = page.getByRole('button', { name: 'Tap to unmute' });
    const muted = () => page.locator('video').evaluate((video: HTMLVideoElement) => video.muted);
    expect(await muted()).toBe(await unmute.isVisible());
    if (await unmute.isVisible()) await unmute.click();
    expect(await muted()).toBe(false);
    await expect(unmute).toBeHidden();
  });

  test('plays and pauses by Space after the mouse pressed a button', async ({ page, game }) => {
    await open(page, game.path);
    const unmute = page.getByRole('button', { name: 'Tap to unmute' });
    if (await unmute.isVisible()) await unmute.click();
    await player(page).hover();
    await player(page).getByRole('button', { name: 'Mute', exact: true }).click();
    const state = () => page.locator('video').evaluate(({ muted, paused }: HTMLVideoElement) => ({ muted, paused }));
    await expect.poll(state).toEqual({ muted: true, paused: false });
    await page.keyboard.press(' ');
    await expect.poll(state).toEqual({ muted: true, paused: true });
    await page.keyboard.press(' ');
    await expect.poll(state).toEqual({ muted: true, paused: false });
  });

  test('hides its controls from a resting mouse, never from the keyboard', async ({ page, game }) => {
    await open(page, game.path);
    const controls = page.locator('.p-ui');
    const opacity = () => controls.evaluate((element) => getComputedStyle(element).opacity);
    await player(page).hover({ position: { x: 300, y: 200 } });
    await expect(controls).toHaveCSS('opacity', '0');
    let x = 300;
    const whileMoving = async () => {
      await player(page).hover({ position: { x: ++x, y: 200 } });
      return opacity();
    };
    await expect.poll(whileMoving).toBe('1');
    await expect(controls).toHaveCSS('opacity', '0');
    await page.getByRole('slider', { name: 'Seek' }).focus();
    await page.keyboard.press('Tab');
    await expect(controls).toHaveCSS('opacity', '1');
    // Longer than a resting mouse is given.
    await expectPlaying(page);
    await expectPlaying(page);
    await expect(controls).toHaveCSS('opacity', '1');
  });

  test('goes on without a break when its signature expires', async ({ page, game }) => {
    await open(page, game.path);
    await page
      .locator('video')
      .evaluate((video) => video.addEventListener('emptied', () => video.setAttribute('data-emptied', '')));
    const { time } = await playback(page);
    game.expire();
    await expect.poll(() => game.requests.at(-1)?.signature).toBe('signature2');
    await expectPlaying(page);
    expect((await playback(page)).time).toBeGreaterThan(time);
    await expect(page.locator('video')).not.toHaveAttribute('data-emptied');
    await expect(liveButton(page)).toHaveText('Live');
  });

  for (const [name, status] of [
    ['a server in trouble', 503],
    ['a lost network', 0],
  ] as const) {
    test(`keeps the last picture through ${name} and returns to the edge`, async ({ page, game }) => {
      await open(page, game.path);
      game.disturb(status);
      await expect(message(page).getByText('Reconnecting', { exact: true })).toBeVisible();
      expect(await brightness(page, 'video')).toBeGreaterThan(16);
      game.disturb(null);
      await expect(message(page).getByText('Reconnecting', { exact: true })).toBeHidden();
      await expectPlaying(page);
      await expect(liveButton(page)).toHaveText('Live');
    });
  }

  test('gives up with a code and a way to try again, the last picture still there', async ({ page, game }) => {
    await page.clock.install();
    await open(page, game.path);
    game.disturb(404);
    await expect(message(page).getByText('Reconnecting', { exact: true })).toBeVisible();
    const alert = page.getByRole('alert').filter({ hasText: 'technical difficulties' });
    await expect(async () => {
      await page.clock.runFor(10_000); // the player tries again for about a minute
      await expect(alert).toContainText('Code P-NET-404', { timeout: 1 });
    }).toPass();
    expect(await brightness(page, '.player canvas')).toBeGreaterThan(16);
    await noViolations(page);
    game.disturb(null);
    await alert.getByRole('button', { name: 'Retry' }).click();
    await expectPlaying(page);
  });

  test('lets who rewound watch on while the encoder is gone, and stays where they are when it returns', async ({
    page,
    game,
  }) => {
    await open(page, game.path);
    await player(page).focus();
    for (let i = 0; i < 6; i++) await page.keyboard.press('j');
    await expectPlaying(page);
    game.stream.drop();
    await expect.poll(() => game.stream.state).toBe('reconnecting');
    const { time } = await playback(page);
    await expect.poll(timeOf(page)).toBeGreaterThan(time + 8); // two polls of the page, and more
    await expect(message(page).getByText(backSoon.en)).toHaveCount(0);
    game.stream.restore();
    await expectPlaying(page);
    await expect(liveButton(page)).toHaveText(/behind Go live/);
  });

  test('becomes the recording under the viewer when the game ends', async ({ page, game }) => {
    await open(page, game.path);
    await player(page).focus();
    await page.keyboard.press('j');
    await page.evaluate(() => Object.assign(window, { stillTheSamePage: true }));
    game.stream.end();
    await expect(page).toHaveTitle(/Full game/);
    await expect(liveButton(page)).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Watch again' })).toBeVisible();
    expect(await page.evaluate(() => 'stillTheSamePage' in window)).toBe(true);
    await page.getByRole('button', { name: 'Watch again' }).click();
    await expect.poll(timeOf(page)).toBeLessThan(10);
    await expectPlaying(page);
  });
});

for (const { language: lang, width, use } of looks) {
  test.describe(`the player in ${lang} at ${width}`, { tag: '@once' }, () => {
    test.use({ lang, ...use });

    test('has no accessibility violations behind live, in its settings and its list of keys', async ({
      page,
      game,
    }) => {
      await page.goto(game.path);
      await expectPlaying(page);
      const region = page.locator('section.player');
      await region.focus();
      await page.keyboard.press('j');
      await page.keyboard.press('j');
      await expect(liveButton(page)).not.toHaveClass(/golive--edge/);
      await saveScreenshot(page, `player-behind-${lang}-${width}`, 'viewport');
      await noViolations(page);

      const settings = lang === 'en' ? /^(Settings|More controls)$/ : /^(Réglages|Autres commandes)$/;
      // By keyboard, as a resting mouse has hidden the controls by now.
      await press(page.getByRole('button', { name: settings }));
      await expect(page.getByRole('dialog')).toBeVisible();
      await saveScreenshot(page, `player-settings-${lang}-${width}`, 'viewport');
      await noViolations(page);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toBeHidden();

      await region.focus();
      await page.keyboard.press('?');
      await expect(page.getByRole('dialog')).toBeVisible();
      await noViolations(page);
    });

    test('shows a slate over the last picture while the encoder is gone, and follows it when it returns', async ({
      page,
      game,
    }) => {
      await page.goto(game.path);
      await expectPlaying(page);
      game.stream.drop();
      const slate = page.locator('.p-slate');
      await expect(slate.getByText(backSoon[lang])).toBeVisible();
      await expect(page.locator('.p-spin')).toHaveCount(0);
      expect(await brightness(page, 'video')).toBeGreaterThan(16);
      // Half faded, colours are what they are at no other time; on a phone held upright the controls stay.
      if (width > 1000) await expect(page.locator('.p-ui')).toHaveCSS('opacity', '0');
      await saveScreenshot(page, `player-slate-${lang}-${width}`, 'viewport');
      await noViolations(page);
      game.stream.restore();
      await expect(message(page).getByText(backSoon[lang])).toBeHidden();
      await expectPlaying(page);
      await expect(liveButton(page)).toHaveClass(/golive--edge/);
    });
  });
}

for (const { language: lang, width, height, use } of [...looks, ...sideways]) {
  test.describe(`the player in ${lang} at ${width} by ${height}`, { tag: '@once' }, () => {
    test.use({ lang, ...use });

    test('has controls of 44 pixels that fit', async ({ page, game }) => {
      await page.goto(game.path);
      await expectPlaying(page);
      await page.locator('section.player').focus();
      // At the start of the game, the time behind the live edge takes the most room.
      for (const key of ['j', 'Home']) {
        await page.keyboard.press(key);
        await expect(liveButton(page)).not.toHaveClass(/golive--edge/);
        const sizes = await page
          .locator('.p-ui')
          .getByRole('button')
          .evaluateAll((buttons) =>
            buttons
              .filter((button) => button.getClientRects().length > 0)
              .map((button) => button.getBoundingClientRect())
              .map(({ width: w, height: h, right, bottom }) => ({ w, h, right, bottom })),
          );
        expect(sizes.length).toBeGreaterThan(4);
        for (const { w, h, right, bottom } of sizes) {
          expect(Math.min(w, h)).toBeGreaterThanOrEqual(44);
          expect(right).toBeLessThanOrEqual(width);
          if (height <= 390) expect(bottom).toBeLessThanOrEqual(height);
        }
      }
    });
  });
}
