import type { Browser, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { logInAs } from './session.ts';

/** A page of somebody else, in a browser of their own. */
async function somebodyAt(browser: Browser, path: string, hides = false): Promise<Page> {
  const url = test.info().project.use.baseURL ?? '';
  const context = await browser.newContext({ baseURL: url, locale: 'en-CA' });
  if (hides) await context.addCookies([{ name: 'spoilers', value: 'hide', url }]);
  const page = await context.newPage();
  await page.goto(path);
  return page;
}

const card = (page: Page, game: number) =>
  page
    .getByRole('main')
    .getByRole('article')
    .filter({ has: page.locator(`a[href="/watch/${game}"]`) });

test('a posted score shows on every open page, and on none of somebody who hides scores', { tag: '@encoder' }, async ({
  browser,
  request,
  stage,
}) => {
  const game = await stage.take('free');
  await stage.publish(game.id, 'small');
  const [english, french, careful] = await Promise.all([
    somebodyAt(browser, '/live?lang=en'),
    somebodyAt(browser, '/live?lang=fr'),
    somebodyAt(browser, '/live', true),
  ]);
  for (const page of [english, french, careful]) await expect(card(page, game.id)).toBeVisible();
  const posted = await request.post(`/api/events/${game.id}/score`, {
    data: { api_key: await logInAs(request, 'operator@example.com'), away: 871, home: 933, at_ms: Date.now() },
  });
  expect(posted.status()).toBe(200);
  for (const page of [english, french]) await expect(card(page, game.id)).toContainText('933');
  await expect(card(careful, game.id)).toBeVisible();
  await expect(careful.locator('body')).not.toContainText('933');
  await stage.end(game.id);
});
