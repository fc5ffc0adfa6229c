import { brands } from '../scene/brand.mjs';
import { withPage } from './page.mjs';
import { side } from './teams.mjs';

/** What a show needs of its entry in shows.mjs: both sides, with what else stands there. */
export function cast({ name: _, away, home, ...more }) {
  return { ...more, away: away && side(away, more.channel), home: home && side(home, more.channel) };
}

/** The same with the channel's brand, for whoever does not send it to the browser. */
export const credits = (show) => ({ ...cast(show), ...(show.channel && { brand: brands[show.channel] }) });

/** Opens a show at w by h and hands use() its page and length. */
export async function studio(show, w, h, use) {
  await withPage('studio.html', async (page) => {
    await page.waitForFunction(() => window.ready);
    const info = await page.evaluate(([n, a, b, d]) => window.open_(n, a, b, d), [show.name, w, h, cast(show)]);
    await use(page, info);
  });
}
