import { expect, test } from './fixtures.ts';
import { judge, listen, looks, settle } from './screens/judge.ts';
import { speaksOfFights } from './screens/words.ts';

/** The example channels beside the demo channel: each on its own host, in its own colours, as readable as the demo is. */

const channels = ['boreale', 'ironbell'];

const screens: [string, string][] = [
  ['home', '/'],
  ['schedule', '/schedule'],
  ['packages', '/packages'],
  ['faq', '/faq'],
  ['contacts', '/contacts'],
  ['about', '/about'],
  ['login', '/login'],
];

for (const { language, width, use } of looks) {
  test.describe(`${language} at ${width}`, () => {
    test.use(use);
    for (const channel of channels) {
      test(channel, async ({ page, baseURL }) => {
        const complaints = listen(page);
        const host = `http://${channel}.localhost:${new URL(baseURL ?? '').port}`;
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
        expect(complaints).toEqual([]);
      });
    }
  });
}
