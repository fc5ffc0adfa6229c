import type { Page } from '@playwright/test';
import { noViolations } from '../axe.ts';
import { looks, saveScreenshot } from '../looks.ts';
import { answer } from '../world/api.ts';
import { eventsAt } from '../world/events.ts';
import type { Lang } from '../world/kit.ts';
import { expect, nowMs, test, type World } from '../world/world.ts';

/** What visitors agree to be measured by. Everybody else comes with an answer (playwright.config.ts). */
test.use({ storageState: { cookies: [], origins: [] } });
/** The server's own channel has no tag, so that its pages may not load one: what pages may load is shown in internal/site. */
test.use({ bypassCSP: true });

const words = {
  en: { bar: 'Cookies', accept: 'Accept', decline: 'Decline', again: 'Cookie choice' },
  fr: { bar: 'Témoins', accept: 'Accepter', decline: 'Refuser', again: 'Choix des témoins' },
};

interface Told {
  path: string;
  body: Record<string, unknown>;
}

/** Has the channel measured, and answers for its analytics and for Google. */
async function measured(page: Page, world: World) {
  world.on('/channel-bootstrap-data', (query) => {
    const lang = (query.get('lang') as Lang | null) ?? world.lang;
    const known = answer('/channel-bootstrap-data', query, nowMs, lang, world.look) as { data: { settings: object } };
    const settings = {
      ...known.data.settings,
      'yare-analytics': 'key',
      'google-analytics': { 'google-tag': 'G-1' },
      analytics: { base_url: '/analytics', local: true },
    };
    return { body: { data: { ...known.data, settings } } };
  });
  world.on('/settings', (query) => {
    const lang = (query.get('lang') as Lang | null) ?? world.lang;
    const known = answer('/settings', query, nowMs, lang, world.look) as { data: object };
    return {
      body: { data: { ...known.data, 'yare-analytics': 'key', analytics: { base_url: '/analytics', local: true } } },
    };
  });
  const told: Told[] = [];
  const google: string[] = [];
  await page.route(
    (url) => url.pathname.startsWith('/analytics/'),
    async (route) => {
      const path = new URL(route.request().url()).pathname;
      if (route.request().method() === 'POST') {
        told.push({ path, body: route.request().postDataJSON() as Record<string, unknown> });
      }
      const data = path.endsWith('/hash/') ? { hash: 'h' } : { session_uuid: 'session', expires_at: '' };
      await route.fulfill({ json: { data } });
    },
  );
  await page.route('https://www.googletagmanager.com/**', async (route) => {
    google.push(route.request().url());
    await route.fulfill({ contentType: 'text/javascript', body: '' });
  });
  return { told, google };
}

/** The page's clock stands still, and with it when the browser has nothing to do. */
async function untilIdle(page: Page) {
  await page.clock.runFor(6_000);
}

const kept = (page: Page, name: string) => page.evaluate((key) => localStorage.getItem(`rudy_${key}`), name);

for (const { language, width, use } of looks) {
  test.describe(`in ${language} at ${width}`, () => {
    test.use({ ...use, lang: language });
    const say = words[language];

    test('nothing is kept and nothing of Google’s is loaded before the visitor agrees', async ({ page, world }) => {
      const { told, google } = await measured(page, world);
      await page.goto('/schedule?trk=poster');
      const bar = page.getByRole('region', { name: say.bar, exact: true });
      await untilIdle(page);
      await expect(bar).toBeVisible();
      await expect
        .poll(() => told.find(({ body }) => body.event === 'visit_page')?.body)
        .toMatchObject({
          profile: 'key',
          session_uuid: 'session',
          event: 'visit_page',
          user_email: '',
          extras: { path: '/schedule', trk: 'poster' },
        });
      if (width < 640) expect((await bar.boundingBox())?.height).toBeLessThanOrEqual(844 / 3);
      await saveScreenshot(page, `consent-${language}-${width}`, 'viewport');
      await noViolations(page);
      expect(await kept(page, 'analytics_session')).toBeNull();
      expect(await kept(page, 'trk')).toBeNull();
      expect(google).toEqual([]);

      const [decline, accept] = [
        bar.getByRole('button', { name: say.decline }),
        bar.getByRole('button', { name: say.accept }),
      ];
      const [one, other] = [await decline.boundingBox(), await accept.boundingBox()];
      expect(one?.width).toBeCloseTo(other?.width ?? 0, 0);
      expect(one?.height).toBeGreaterThanOrEqual(44);

      await accept.press('Enter');
      await expect(bar).toBeHidden();
      await expect.poll(() => google.length).toBe(1);
      expect(await kept(page, 'analytics_session')).toContain('session');
      expect(await kept(page, 'trk')).toContain('poster');

      // The choice is there again at the end of the page, for as long as somebody wants to look at it.
      const again = page.getByRole('contentinfo').getByRole('button', { name: say.again });
      await again.press('Enter');
      await expect(bar).toBeFocused();
      await bar.getByRole('button', { name: say.decline }).click();
      await expect(bar).toBeHidden();
      await expect(again).toBeFocused();
      expect(await kept(page, 'analytics_session')).toBeNull();
      expect(await kept(page, 'trk')).toBeNull();

      await page.reload();
      await untilIdle(page);
      await expect(page.getByRole('contentinfo').getByRole('button', { name: say.again })).toBeVisible();
      await expect(bar).toBeHidden();
      expect(google).toHaveLength(1);
    });
  });
}

test('the question lies over no player', async ({ page, world }) => {
  await measured(page, world);
  await page.setViewportSize({ width: 1440, height: 700 });
  await page.goto('/');
  await untilIdle(page);
  const bar = page.getByRole('region', { name: 'Cookies', exact: true });
  await expect(bar).toHaveCSS('position', 'fixed');
  const [event] = eventsAt(nowMs, world.lang);
  const rest = { packages: [], scores: [], moments: 0, media: [], live_since: null, ended_at: null, max_streams: 0 };
  world.on(`/events/${event?.id}`, () => ({
    body: { data: { ...event, ...rest, description: '', server_time_ms: 0 } },
  }));
  await page.goto(`/watch/${event?.id}`);
  await untilIdle(page);
  await expect(page.locator('.watch-page')).toBeVisible();
  await expect(bar).toHaveCSS('position', 'static');
});

for (const choice of ['Accept', 'Decline']) {
  test(`a page that got no api key reports it itself once the server answers, whatever was answered (${choice})`, async ({
    page,
    world,
  }) => {
    const { told } = await measured(page, world);
    let down = true;
    await page.route('**/analytics/datalake/key-error/*', (route) =>
      down ? route.fulfill({ status: 503, body: '' }) : route.fallback(),
    );
    await page.goto('/schedule');
    await untilIdle(page);
    await page.getByRole('region', { name: 'Cookies' }).getByRole('button', { name: choice }).click();
    await page.evaluate(() => localStorage.removeItem('rudy_api_key'));
    await page.route('**/api/get_api_key*', (route) => route.fulfill({ status: 503, body: '' }));
    const refused = page.waitForResponse((response) => response.url().includes('/key-error/'));
    await page.reload();
    await expect(page.getByRole('heading', { name: 'WHOOPS' })).toBeVisible();
    await expect(page.getByText('Our service is currently experiencing technical difficulties.')).toBeVisible();
    await refused;
    down = false;
    await page.clock.runFor(6_000);
    const reports = () => told.filter(({ path }) => path.endsWith('/key-error/'));
    await expect.poll(reports).toEqual([{ path: '/analytics/datalake/key-error/', body: { times: 1 } }]);

    // The next page has nothing left to report.
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem('rudy_key_errors'))).toBeNull();
    await page.unroute('**/api/get_api_key*');
    await page.reload();
    await untilIdle(page);
    await expect.poll(() => told.filter(({ body }) => body.event === 'visit_page').length).toBeGreaterThan(1);
    expect(told.filter(({ body }) => body.event === 'api_key_error')).toEqual([]);
    expect(reports()).toHaveLength(1);
  });

  test(`a page that got no api key and no answer is told of by the next one, whatever was answered (${choice})`, async ({
    page,
    world,
  }) => {
    const { told } = await measured(page, world);
    await page.route('**/analytics/datalake/key-error/*', (route) => route.fulfill({ status: 503, body: '' }));
    await page.goto('/schedule');
    await untilIdle(page);
    await page.getByRole('region', { name: 'Cookies' }).getByRole('button', { name: choice }).click();
    await page.evaluate(() => localStorage.removeItem('rudy_api_key'));
    await page.route('**/api/get_api_key*', (route) =>
      route.fulfill({ status: 422, json: { code: 'channel_not_found' } }),
    );
    await page.reload();
    await expect(page.getByRole('heading', { name: 'WHOOPS' })).toBeVisible();

    await page.unroute('**/api/get_api_key*');
    await page.reload();
    await untilIdle(page);
    await expect
      .poll(() => told.find(({ body }) => body.event === 'api_key_error')?.body)
      .toMatchObject({ session_uuid: 'session', extras: { times: 1 } });
  });
}

for (const { language: lang } of looks.filter(({ width }) => width < 600)) {
  test.describe(`the bars of a phone (${lang})`, { tag: '@once' }, () => {
    test.use({ lang, viewport: { width: 390, height: 844 } });

    test('take an eighth of it at most, and the whole question comes by a press', async ({ page, world }) => {
      await measured(page, world);
      await page.goto('/schedule');
      await expect(page.locator('.consent')).toBeVisible();
      const heights = await page
        .locator('.consent, .tabbar')
        .evaluateAll((bars) => bars.map((bar) => bar.getBoundingClientRect().height));
      expect(heights.reduce((sum, height) => sum + height, 0) / 844).toBeLessThanOrEqual(0.12);
      await noViolations(page);
      await page.locator('.consent__q').press('Enter');
      await expect(page.locator('.consent p').getByRole('link')).toBeVisible();
      await noViolations(page);
    });
  });
}
