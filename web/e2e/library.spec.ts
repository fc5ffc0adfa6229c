import { expect, test } from './fixtures.ts';
import { untilPlaying } from './screens/judge.ts';

/** The VOD library of the demo, from a search to a picture that moves. */

test('a video is found, played, and another part chosen', async ({ page }) => {
  await page.goto('/vod_library?lang=en');
  await page.getByRole('searchbox', { name: 'Search videos' }).fill('winter fun');
  await expect(page).toHaveURL(/title=winter(\+|%20)fun/);
  await page.getByRole('link', { name: 'A winter in Fundy' }).click();
  await untilPlaying(page);

  const parts = page.getByRole('navigation', { name: 'Parts' }).getByRole('link');
  await expect(parts).toHaveCount(3);
  const first = await page.evaluate(() => document.querySelector('video')?.duration ?? 0);
  await parts.nth(1).click();
  await expect(page).toHaveURL(/vod_id=\d+/);
  await expect(parts.nth(1)).toHaveAttribute('aria-current', 'true');
  // The second part is far shorter than the first.
  await page.waitForFunction((before) => (document.querySelector('video')?.duration ?? before) < before - 30, first);
  await untilPlaying(page);

  await page.goBack();
  await expect(page.getByRole('searchbox', { name: 'Search videos' })).toHaveValue('winter fun');
});

test('the pages say what they are before any script has run', async ({ request }) => {
  const library = await request.get('/vod_library?lang=fr');
  expect(library.status()).toBe(200);
  expect(await library.text()).toContain('<title>Vidéothèque · Northline</title>');
  const unknown = await request.get('/vod_library/999999999');
  expect(unknown.status()).toBe(404);
  const item = await (await request.get('/vod_library/1?lang=en')).text();
  const [, data] = /<script type="application\/ld\+json"[^>]*>([^<]*)</.exec(item) ?? [];
  expect(JSON.parse(data ?? '{}')).toMatchObject({
    '@type': 'VideoObject',
    name: 'A winter in Fundy',
    isAccessibleForFree: true,
    duration: 'PT312S',
  });
  expect(item).toMatch(/<meta property="og:image" content="http[^"]+\.(jpg|png)"/);
});
