import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { expectPlaying, playback } from '../live/video.ts';

/** The demo's live game on slow lines. How long the first picture takes is measured by `go run ./bench slow`. */

const game = '/watch/1';
const patience = 180_000;

async function slowDown(page: Page, kbits: number, latency: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const throughput = (kbits * 1000) / 8;
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  });
}

/** Waits until the game is offered in 240 lines: the server has made enough of it. */
async function ladderIsOffered(page: Page): Promise<void> {
  const offered = new Promise<void>((resolve) => {
    page.on('response', async (response) => {
      if (!/\/e\d+\/index\.m3u8/.test(response.url())) return;
      const text = await response.text().catch(() => '');
      if (/RESOLUTION=\d+x240\b/.test(text)) resolve();
    });
  });
  await expect(async () => {
    await page.goto(game);
    await expectPlaying(page, patience);
    await Promise.race([offered, page.waitForTimeout(2000).then(() => Promise.reject(new Error('no ladder yet')))]);
  }).toPass({ timeout: patience });
}

/** Notes which messages the player shows. */
async function noteMessages(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const said = new Set<string>();
    Object.assign(window, { said });
    new MutationObserver(() => {
      const text = document.querySelector('.p-mid .p-msg__t')?.textContent;
      if (text) said.add(text);
    }).observe(document, { subtree: true, childList: true });
  });
  return () => page.evaluate(() => [...(window as unknown as { said: Set<string> }).said]);
}

test.describe('a live game on a slow line', { tag: '@encoder' }, () => {
  test('of 400 kbit/s plays in a small size, and goes on', async ({ page, browser }) => {
    test.setTimeout(600_000);
    const first = await browser.newPage();
    await ladderIsOffered(first);
    await first.close();
    const said = await noteMessages(page);
    await slowDown(page, 400, 300);
    await page.goto(game);
    await expectPlaying(page, patience);
    const height = () => page.evaluate(() => document.querySelector('video')?.videoHeight ?? 0);
    expect(await height()).toBeLessThanOrEqual(360);
    const begun = (await playback(page)).time;
    const before = new Set(await said());
    await expect.poll(async () => (await playback(page)).time, { timeout: patience }).toBeGreaterThan(begun + 30);
    expect((await said()).filter((text) => !before.has(text))).toEqual([]);
    expect(await said()).not.toContain('Reconnecting');
    // The rest of the page comes once there is room.
    await expect(
      page.getByRole('heading', { name: 'Other live games' }).or(page.locator('.about')).first(),
    ).toBeVisible();
  });

  test('of 1.5 Mbit/s plays, and goes on', async ({ page }) => {
    test.setTimeout(600_000);
    const said = await noteMessages(page);
    await slowDown(page, 1500, 200);
    await page.goto(game);
    await expectPlaying(page, patience);
    const begun = (await playback(page)).time;
    await expect.poll(async () => (await playback(page)).time, { timeout: patience }).toBeGreaterThan(begun + 30);
    expect(await said()).not.toContain('Reconnecting');
  });
});
