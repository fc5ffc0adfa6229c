import { errors, expect, type Locator, type Page } from '@playwright/test';

/** What a player's element says of itself. */
export type Playback = {
  time: number;
  start: number;
  end: number;
  paused: boolean;
  width: number;
  error: string | null;
};

/** The element of the game: an advertisement before it has its own, with a name, and a card under the pointer has a preview. */
const gameVideo = (page: Page) => page.locator('video:not([aria-label]):not(.cpreview__m)');

/** Has pages wait for advertisements as long as a busy machine takes to show them, and not the seconds that people wait. */
export async function waitForAds(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const wait = window.setTimeout.bind(window);
    const patient = (act: () => void, ms?: number, ...rest: []) =>
      wait(act, ms === 3000 || ms === 2500 ? 90_000 : ms, ...rest);
    Object.assign(window, { setTimeout: patient });
  });
}

/** Plays an advertisement to a second, and has it stand still there: it may be over before a busy machine looks again. */
export async function holdAdAt(page: Page, second: number): Promise<void> {
  await page.locator('.ad[data-shown] video').evaluate(
    (film: HTMLVideoElement, at) =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (film.currentTime < at) return;
          film.removeEventListener('timeupdate', look);
          film.pause();
          resolve();
        };
        film.addEventListener('timeupdate', look);
        look();
      }),
    second,
  );
}

/** Reads the game's video element. */
export async function playback(page: Page): Promise<Playback> {
  return gameVideo(page).evaluate((v: HTMLVideoElement) => ({
    time: v.currentTime,
    start: v.seekable.length > 0 ? v.seekable.start(0) : 0,
    end: v.seekable.length > 0 ? v.seekable.end(v.seekable.length - 1) : 0,
    paused: v.paused,
    width: v.videoWidth,
    error: v.error?.message ?? null,
  }));
}

/** A small picture of what the video shows now, as numbers: two of them differ when the pixels changed. */
async function pixels(page: Page): Promise<number[]> {
  return gameVideo(page).evaluate((v: HTMLVideoElement) => {
    const canvas = document.createElement('canvas');
    canvas.width = 64;
    canvas.height = 36;
    const context = canvas.getContext('2d', { willReadFrequently: true });
    if (!context) {
      throw new Error('no canvas');
    }
    context.drawImage(v, 0, 0, canvas.width, canvas.height);
    return Array.from(context.getImageData(0, 0, canvas.width, canvas.height).data);
  });
}

function difference(a: number[], b: number[]): number {
  return a.reduce((sum, value, i) => sum + Math.abs(value - (b[i] ?? 0)), 0) / a.length;
}

/** Waits until the video really plays: its time advances and what it shows changes. */
export async function expectPlaying(page: Page, timeout = 120_000): Promise<void> {
  await expect
    .poll(async () => (await playback(page)).width, { message: 'the video has a picture', timeout })
    .toBeGreaterThan(0);
  const before = await playback(page);
  const picture = await pixels(page);
  expect(before.error).toBeNull();
  await expect
    .poll(async () => (await playback(page)).time, { message: 'the video plays on', timeout })
    .toBeGreaterThan(before.time + 1.5);
  await expect
    .poll(async () => difference(picture, await pixels(page)), { message: 'the picture changes', timeout })
    .toBeGreaterThan(1);
}

/** Presses a control of the player by keyboard, which brings the controls back where a resting mouse has hidden them. */
export async function press(control: Locator): Promise<void> {
  await control.focus();
  await control.page().keyboard.press('Enter');
}

/** Presses play, unless the video has begun by itself meanwhile: nothing is called play then. */
async function pressPlay(page: Page): Promise<void> {
  const play = page.locator('section.player').getByRole('button', { name: /^(Play|Lecture)$/ });
  if (!(await play.isVisible())) return;
  await play.press('Enter', { timeout: 2000 }).catch((why) => {
    if (!(why instanceof errors.TimeoutError)) throw why;
  });
}

/**
 * Presses play until the video plays. A press that comes just after it began pauses it, and the next look finds it paused:
 * what moved meanwhile was a leap, to the live edge say, and no playing.
 */
export async function startPlaying(page: Page, timeout = 120_000): Promise<void> {
  await gameVideo(page).waitFor({ state: 'attached', timeout });
  let last = Number.POSITIVE_INFINITY;
  const movesOn = async () => {
    const now = await playback(page);
    if (now.paused && now.width > 0) await pressPlay(page);
    const moved = !now.paused && now.time > last;
    last = now.paused ? Number.POSITIVE_INFINITY : now.time;
    return moved ? 'moves' : `stands still: ${JSON.stringify(now)}`;
  };
  await expect.poll(movesOn, { message: 'the video starts', timeout }).toBe('moves');
  await expectPlaying(page, timeout);
}

/** Seconds between the playhead and the newest that can be played. */
export async function behindLive(page: Page): Promise<number> {
  const now = await playback(page);
  return now.end - now.time;
}
