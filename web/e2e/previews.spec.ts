import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { answer } from './world/api.ts';
import type { WireEvent } from './world/events.ts';
import { expect, nowMs, test, type World } from './world/world.ts';

/** A silent preview on cards, in a browser that plays H.264. */

function makeFilm(): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'preview-'));
  const path = join(folder, 'preview.mp4');
  const picture = [
    '-f',
    'lavfi',
    '-i',
    'testsrc2=size=480x270:rate=25:duration=5',
    '-c:v',
    'libx264',
    '-profile:v',
    'main',
  ];
  execFileSync('ffmpeg', ['-v', 'error', ...picture, '-pix_fmt', 'yuv420p', '-movflags', '+faststart', path]);
  const film = readFileSync(path);
  rmSync(folder, { recursive: true });
  return film;
}
const film = makeFilm();

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

interface Home {
  live: WireEvent[];
  upcoming: WireEvent[];
  on_demand: WireEvent[];
  rails: unknown[];
}

interface Scene {
  open: { id: number; name: string };
  locked: { id: number };
  /** Addresses of media that were asked for. */
  asked: string[];
}

/** A home on which one recorded game has a preview and one is locked. */
async function setScene(page: Page, world: World): Promise<Scene> {
  const home = (answer('/events-for-homepage', new URLSearchParams(), nowMs, 'en', world.look) as { data: Home }).data;
  const granted = { granted: true, reason: 'free', message: '', until: null, capabilities: ['watch'] };
  const [first, second, third] = home.on_demand;
  if (!first || !second || !third) throw new Error('the world has too few recordings');
  const card = { id: 0, type: 6, view: 'preview', duration: 5 };
  const open = (event: WireEvent) => ({ ...event, type: 'free', has_access: true, access: granted, media: [card] });
  const locked = {
    ...second,
    type: 'paid',
    has_access: false,
    access: { ...granted, granted: false, reason: 'purchase_required' },
  };
  const games = [open(first), locked, open(third)];
  const asked: string[] = [];
  world.on('/events-for-homepage', () => ({
    body: { data: { ...home, live: [], upcoming: [], rails: [], on_demand: games } },
  }));
  for (const game of games) {
    const url = `/media/signed/e${game.id}/preview-1.mp4`;
    const media = game === locked ? [] : [{ id: game.id, type: 6, view: 'preview', url, duration: 5 }];
    world.on(`/events/${game.id}`, () => ({ body: { data: { ...game, media } } }));
  }
  await page.route('**/media/signed/**', (route) => {
    asked.push(new URL(route.request().url()).pathname);
    return route.fulfill({ body: film, contentType: 'video/mp4', headers: { 'accept-ranges': 'bytes' } });
  });
  return { open: { id: first.id, name: first.name }, locked: { id: second.id }, asked };
}

const cardOf = (page: Page, id: number): Locator =>
  page.locator('main article.card', { has: page.locator(`a[href="/watch/${id}"]`) }).first();

async function openHome(page: Page, world: World): Promise<Scene> {
  const scene = await setScene(page, world);
  await page.goto('/');
  await cardOf(page, scene.open.id).scrollIntoViewIfNeeded();
  await expect(cardOf(page, scene.open.id).locator('.cpreview')).toBeAttached(); // their scripts come last
  return scene;
}

test.describe('previews on cards', () => {
  test('plays while a card is pointed at, and is unloaded when it is left', async ({ page, world }) => {
    const scene = await openHome(page, world);
    const card = cardOf(page, scene.open.id);
    await card.hover();
    await page.clock.runFor(600);
    const video = card.locator('video');
    await expect(video).toHaveClass(/cpreview__m--on/);
    expect(await video.evaluate((v: HTMLVideoElement) => [v.muted, v.paused, v.readyState >= 2, v.videoWidth])).toEqual(
      [true, false, true, 480],
    );
    await expect(card.locator('[aria-hidden="true"]', { has: page.locator('video') })).toHaveCount(1);
    await page.screenshot({ path: '../artifacts/previews/hover.png' });
    await page.mouse.move(5, 5);
    await expect(page.locator('main video')).toHaveCount(0);
    expect(new Set(scene.asked)).toEqual(new Set([`/media/signed/e${scene.open.id}/preview-1.mp4`]));
  });

  test('plays on a card that was pointed at before its scripts were there', async ({ page, world }) => {
    const scene = await setScene(page, world);
    let sendScripts = () => {};
    const sent = new Promise<void>((resolve) => (sendScripts = resolve));
    await page.route('**/assets/*.js', async (route) => {
      const response = await route.fetch();
      if ((await response.text()).includes('cpreview')) await sent;
      await route.fulfill({ response });
    });
    await page.goto('/');
    const card = cardOf(page, scene.open.id);
    await card.hover();
    await expect(card.locator('.cpreview')).toHaveCount(0);
    sendScripts();
    await expect(card.locator('.cpreview')).toBeAttached();
    await page.clock.runFor(600);
    await expect(card.locator('video')).toHaveClass(/cpreview__m--on/);
  });

  test('plays for the keyboard, and adds no stop to its way', async ({ page, world }) => {
    const scene = await openHome(page, world);
    const card = cardOf(page, scene.open.id);
    const link = card.locator('a.card__hit');
    await page.locator('.logo').first().focus();
    for (let n = 0; n < 80 && !(await link.evaluate((a) => a === document.activeElement)); n++)
      await page.keyboard.press('Tab');
    await page.clock.runFor(600);
    await expect(card.locator('video')).toHaveClass(/cpreview__m--on/);
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('VIDEO');
  });

  test('asks for no picture of a locked game', async ({ page, world }) => {
    const scene = await openHome(page, world);
    await cardOf(page, scene.locked.id).hover();
    await page.clock.runFor(2000);
    await expect(page.locator('main video')).toHaveCount(0);
    expect(scene.asked).toEqual([]);
  });

  test('stays still for people who want no motion', async ({ page, world }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const scene = await openHome(page, world);
    await cardOf(page, scene.open.id).hover();
    await page.clock.runFor(2000);
    await expect(page.locator('main video')).toHaveCount(0);
    expect(scene.asked).toEqual([]);
  });

  test('stays still for people who save data', async ({ page, world }) => {
    await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
    const scene = await openHome(page, world);
    await cardOf(page, scene.open.id).hover();
    await page.clock.runFor(2000);
    expect(scene.asked).toEqual([]);
  });
});

test.describe('previews on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test('stay still when a card is touched', async ({ page, world }) => {
    const scene = await openHome(page, world);
    const card = cardOf(page, scene.open.id);
    await card.dispatchEvent('pointerenter', { pointerType: 'touch' });
    await card.dispatchEvent('pointerenter', { pointerType: 'mouse' }); // as browsers make up after a touch
    await page.clock.runFor(2000);
    await expect(page.locator('main video')).toHaveCount(0);
    expect(scene.asked).toEqual([]);
  });
});
