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
export const gameVideo = (page: Page) => page.locator('video:not([aria-label]):not(.cpreview__m)');

declare global {
  interface Window {
    /** The second at which advertisements stand still. */
    adsStandAt: number;
    /** The position of the game's first picture in seconds, where a test records it. */
    firstPosition?: number;
  }
}

/**
 * Has advertisements wait for the test. Pages wait for them as long as a busy machine takes to show them, and not the
 * seconds that people wait. Each stands still at its first picture: it would be over before a busy machine looks.
 */
export async function holdAds(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const wait = window.setTimeout.bind(window);
    const patient = (act: () => void, ms?: number, ...rest: []) =>
      wait(act, ms === 3000 || ms === 2500 ? 90_000 : ms, ...rest);
    Object.assign(window, { setTimeout: patient, adsStandAt: 0 });
    const hold = ({ target }: Event) => {
      const film = target as HTMLVideoElement;
      if (film.closest('.ad') && film.currentTime >= window.adsStandAt) film.pause();
    };
    addEventListener('playing', hold, true);
    addEventListener('timeupdate', hold, true);
  });
}

const adVideo = (page: Page) => page.locator('.ad[data-shown] video');

/** Has the advertisement that is shown stand still at a second, once it plays on. */
export async function holdAdAt(page: Page, second: number): Promise<void> {
  await adVideo(page).evaluate((_, at) => {
    window.adsStandAt = at;
  }, second);
}

/** Plays the advertisement that is shown until it stands still at a second, or to its end. */
export async function playAdTo(page: Page, second: number): Promise<void> {
  await holdAdAt(page, second);
  await adVideo(page).evaluate((film: HTMLVideoElement) => film.play());
}

/** Plays a video at a sixteenth of its speed, so that a busy machine sees what is soon over. The player reads its own speed. */
export async function playSlowly(video: Locator): Promise<void> {
  await video.evaluate((element: HTMLVideoElement) => {
    element.playbackRate = 1 / 16;
    // The player would set its speed again.
    Object.defineProperty(element, 'playbackRate', { value: 1, writable: true, configurable: true });
  });
}

/** Plays a video at normal speed after playSlowly. */
export async function playNormally(video: Locator): Promise<void> {
  await video.evaluate((element: HTMLVideoElement) => {
    Reflect.deleteProperty(element, 'playbackRate');
    element.playbackRate = 1;
  });
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

/** Has the pages that open from now on record the position of the game's first picture. Returns how to read it. */
export async function recordFirstPosition(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const record = ({ target }: Event) => {
      const video = target as HTMLVideoElement;
      if (!video.matches('[aria-label], .cpreview__m')) window.firstPosition ??= video.currentTime;
    };
    addEventListener('playing', record, true);
  });
  return async () => (await page.evaluate(() => window.firstPosition)) ?? Number.NaN;
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
