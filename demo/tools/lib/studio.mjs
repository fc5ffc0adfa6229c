import { withPage } from './page.mjs';
import { side } from './teams.mjs';

/** Opens a show at w by h and hands use() its page and length. */
export async function studio(show, w, h, use) {
  const { name, away, home, ...more } = show;
  await withPage('studio.html', async (page) => {
    await page.waitForFunction(() => window.ready);
    const data = { away: away && side(away), home: home && side(home), ...more };
    const info = await page.evaluate(([n, a, b, d]) => window.open_(n, a, b, d), [name, w, h, data]);
    await use(page, info);
  });
}
