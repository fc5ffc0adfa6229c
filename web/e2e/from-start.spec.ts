import type { Page } from '@playwright/test';
import { expectPlaying, playback } from './live/video.ts';
import { expect as briefly, type Game, test } from './stream/game.ts';

/** "From start" of a live game on a busy machine: picture and sound have to go to the start together. */

const patience = 90_000;
const expect = briefly.configure({ timeout: patience });
/** Starts in one test: the footage is as long as they take. */
const together = 5;
/** `make soak` asks for fifty. */
const starts = Number(process.env.GRANDSTAND_STARTS ?? 2);
/** How many times slower than this machine the browser computes. */
const slowness = 6;

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowness });
}

const segmentsOf = (game: Game, kind: 'a' | 'v') =>
  game.requests.flatMap(({ file }) => {
    const [, of, segment] = /^([av])\/1-(\d+)/.exec(file) ?? [];
    return of === kind ? [Number(segment)] : [];
  });

/** Opens the game at its live edge, goes to its start while the edge is loaded, and has it play on there. */
async function startOver(page: Page, game: Game, after: number): Promise<void> {
  await page.goto(game.path);
  await expectPlaying(page, patience);
  const seen = game.requests.length;
  await expect.poll(() => game.requests.length).toBeGreaterThan(seen + after);
  const edge = Math.max(...segmentsOf(game, 'v'));
  const asked = game.requests.length;
  await page.getByRole('button', { name: 'From start' }).press('Enter');
  await expect.poll(async () => (await playback(page)).time).toBeLessThan(30);
  await expectPlaying(page, patience);
  // A player that hung has jumped to the live edge by now.
  expect((await playback(page)).time).toBeLessThan(60);
  const late = { requests: game.requests.slice(asked) } as Game;
  // Requests of before the seek may end after it; sound that follows the edge goes on with later segments.
  expect(Math.max(...segmentsOf(late, 'a').filter((segment) => segment > edge + 1), 0)).toBe(0);
}

test.describe('from the start on a busy machine', { tag: '@once' }, () => {
  for (let first = 0; first < starts; first += together) {
    const last = Math.min(first + together, starts);
    test(`a live game plays, starts ${first + 1} to ${last}`, async ({ page, game }) => {
      test.setTimeout(600_000);
      await slowDown(page);
      for (let i = first; i < last; i++) await startOver(page, game, i - first);
    });
  }

  test('a live game plays whose sound is dated after its picture', async ({ page, game }) => {
    game.stream.soundOffset = 400;
    await startOver(page, game, 0);
  });
});
