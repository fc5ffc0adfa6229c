import { expect, test } from './fixtures.ts';
import { judge, listen, looks, settle, untilPlaying } from './screens/judge.ts';
import { speaksOfFights } from './screens/words.ts';

/** The example channels beside the demo channel: each on its own host, in its own colours, as readable as the demo is, with videos and a live game of its own. */

const channels = ['boreale', 'ironbell'];

const screens: [string, string][] = [
  ['home', '/'],
  ['schedule', '/schedule'],
  ['library', '/vod_library'],
  ['packages', '/packages'],
  ['faq', '/faq'],
  ['contacts', '/contacts'],
  ['about', '/about'],
  ['login', '/login'],
];

const hostOf = (channel: string, baseURL?: string) => `http://${channel}.localhost:${new URL(baseURL ?? '').port}`;

for (const channel of channels) {
  test(`${channel} has a game that is on and films that play`, async ({ page, baseURL }) => {
    const host = hostOf(channel, baseURL);
    for (const list of ['/live', '/vod_library']) {
      await page.goto(`${host}${list}`);
      const first = page.getByRole('main').locator('a[href^="/watch/"], a[href^="/vod_library/"]').first();
      await page.goto(`${host}${await first.getAttribute('href')}`);
      await untilPlaying(page);
    }
  });
}

for (const { language, width, use } of looks) {
  test.describe(`${language} at ${width}`, () => {
    test.use(use);
    for (const channel of channels) {
      test(channel, async ({ page, baseURL }) => {
        const complaints = listen(page);
        const host = hostOf(channel, baseURL);
        const see = async (name: string, path: string) => {
          await page.goto(`${host}${path}?lang=${language}`);
          await settle(page);
          await judge(page, `${channel}-${name}-${language}-${width}`, language);
          if (channel === 'ironbell') await speaksOfFights(page, language);
        };
        for (const [name, path] of screens) await see(name, path);
        await page.goto(`${host}/schedule`);
        const game = page.getByRole('main').locator('a[href^="/watch/"]').first();
        await see('watch', (await game.getAttribute('href')) ?? '');
        await page.goto(`${host}/vod_library`);
        const video = page.getByRole('main').locator('a[href^="/vod_library/"]').first();
        await see('video', (await video.getAttribute('href')) ?? '');
        expect(complaints).toEqual([]);
      });
    }
  });
}
