import type { APIRequestContext, Browser, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

type Game = { id: number };

/** Calls the API as somebody of the demo. */
async function keyOf(request: APIRequestContext, login?: string): Promise<string> {
  const opened = await request.post('/api/get_api_key', { data: { channel_key: 'demo' } });
  const { data } = (await opened.json()) as { data: { api_key: string } };
  if (!login) return data.api_key;
  const answer = await request.post('/api/v2/auth/login', {
    data: { api_key: data.api_key, login, password: 'grandstand-demo' },
  });
  return ((await answer.json()) as { data: { api_key: string } }).data.api_key;
}

/** A page of somebody else, in a browser of their own. */
async function somebodyAt(browser: Browser, path: string, hides = false): Promise<Page> {
  const url = test.info().project.use.baseURL ?? '';
  const context = await browser.newContext({ baseURL: url, locale: 'en-CA' });
  if (hides) await context.addCookies([{ name: 'spoilers', value: 'hide', url }]);
  const page = await context.newPage();
  await page.goto(path);
  return page;
}

const inTicker = (page: Page, game: number) => page.getByRole('banner').locator(`a.tk[href="/watch/${game}"]`);

test('a score that is posted shows on every open page, and on none of somebody who hides scores', async ({
  browser,
  request,
}) => {
  const visitor = await keyOf(request);
  const today = new Date().toISOString().slice(0, 10);
  const list = await request.get('/api/events', {
    params: {
      api_key: visitor,
      channel: 'demo',
      stream_status: 'finished',
      start_date: today,
      end_date: today,
      tz: 'UTC',
      limit: '5',
    },
  });
  const [game] = ((await list.json()) as { data: Game[] }).data;
  test.skip(!game, 'no game has been played today');
  const id = game?.id ?? 0;
  const [home, schedule, careful] = await Promise.all([
    somebodyAt(browser, '/'),
    somebodyAt(browser, '/schedule'),
    somebodyAt(browser, '/', true),
  ]);
  for (const page of [home, schedule, careful]) await expect(inTicker(page, id)).toBeVisible();
  const operator = await keyOf(request, 'operator@example.com');
  const at_ms = Date.now();
  const posted = await request.post(`/api/events/${id}/score`, {
    data: { api_key: operator, away: 871, home: 933, at_ms },
  });
  expect(posted.status()).toBe(200);
  try {
    for (const page of [home, schedule]) await expect(inTicker(page, id)).toContainText('933', { timeout: 3_000 });
    await expect(inTicker(careful, id)).not.toContainText('933');
    await expect(careful.getByRole('main')).not.toContainText('933');
  } finally {
    await request.delete(`/api/events/${id}/score`, { params: { api_key: operator, at_ms } });
  }
  await expect(inTicker(home, id)).not.toContainText('933');
});
