import { expect, test } from './fixtures.ts';
import { isTurn, looks } from './looks.ts';
import { judge, listen, settle, untilPlaying } from './screens/judge.ts';
import { speaksOfFights } from './screens/words.ts';

/** The example channels beside the demo channel: each on its own host, in its own colours, as readable as the demo is, with videos and a live game of its own. */

const channels = ['boreale', 'ironbell'];

const screens: [name: string, path: string][] = [
  ['home', '/'],
  ['upcoming', '/upcoming'],
  ['schedule', '/schedule'],
  ['library', '/vod_library'],
  ['packages', '/packages'],
  ['passes', '/packages/passes'],
  ['faq', '/faq'],
  ['contacts', '/contacts'],
  ['about', '/about'],
  ['privacy', '/privacy_policy'],
  ['terms', '/terms_conditions'],
  ['login', '/login'],
  ['registration', '/registration'],
  ['simulate', '/simulate'],
  ['404', '/404'],
];

/** Screens of one thing: the first that a list leads to. */
const first: [name: string, list: string, leadsTo: string][] = [
  ['watch-upcoming', '/upcoming', '/watch/'],
  ['watch-live', '/live', '/watch/'],
  ['watch-recorded', '/vod', '/watch/'],
  ['video', '/vod_library', '/vod_library/'],
  ['select-package', '/packages', '/select-package/'],
];

const hostOf = (channel: string, baseURL?: string) => `http://${channel}.localhost:${new URL(baseURL ?? '').port}`;

for (const channel of channels) {
  test(`${channel} has a game that is on and films that play`, async ({ page, baseURL }) => {
    const host = hostOf(channel, baseURL);
    for (const list of ['/live', '/vod_library']) {
      await page.goto(`${host}${list}`);
      const one = page.getByRole('main').locator('a[href^="/watch/"], a[href^="/vod_library/"]').first();
      await page.goto(`${host}${await one.getAttribute('href')}`);
      await untilPlaying(page);
    }
  });
}

for (const look of looks) {
  const { language, width, use } = look;
  test.describe(`${language} at ${width}`, () => {
    test.use(use);
    for (const [turn, channel] of channels.entries()) {
      test(channel, async ({ page, baseURL }) => {
        const complaints = listen(page);
        const host = hostOf(channel, baseURL);
        const see = async (name: string, path: string) => {
          await page.goto(`${host}${path}${path.includes('?') ? '&' : '?'}lang=${language}`);
          await settle(page);
          await judge(page, `${channel}-${name}`, look);
          if (channel === 'ironbell') await speaksOfFights(page, language);
        };
        for (const [n, [name, path]] of screens.entries()) if (isTurn(n + turn, look)) await see(name, path);
        for (const [n, [name, list, leadsTo]] of first.entries()) {
          if (!isTurn(n + turn, look)) continue;
          await page.goto(`${host}${list}`);
          const link = page.getByRole('main').locator(`a[href^="${leadsTo}"]`).first();
          await see(name, (await link.getAttribute('href')) ?? '');
        }
        expect(complaints).toEqual([]);
      });
    }
  });
}
