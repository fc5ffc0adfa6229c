import { test as base, expect, type Page, type Route } from '@playwright/test';
import { answer, type Look } from './api.ts';
import { fulfillPicture, type Lang } from './kit.ts';

/** Saturday 21 November 2026, 7:45 PM in Toronto. */
export const nowMs = Date.UTC(2026, 10, 22, 0, 45);

type Handler = (
  query: URLSearchParams,
) => { status?: number; body: unknown } | undefined | Promise<{ status?: number; body: unknown } | undefined>;

export interface World {
  lang: Lang;
  look: Look;
  /** Calls made so far, as path and query. */
  calls: string[];
  /** Answers a path otherwise until the test ends; undefined falls back to the world. */
  on(path: string, handler: Handler): void;
}

/** A running clock moves with real time. A paused clock moves only by `page.clock`: for journeys that assert on time. */
export type PageClock = 'running' | 'paused';

/** Moves a paused clock in small steps until the condition holds: pages need timers to show an answer. */
export async function stepUntil(page: Page, condition: () => Promise<boolean>): Promise<void> {
  const step = async () => {
    await page.clock.runFor(20);
    return condition();
  };
  await expect.poll(step, { intervals: [100] }).toBe(true);
}

/** Addresses below a path of the site; a glob would also catch the source files of a development server. */
const below = (path: string) => (url: URL) => url.pathname.startsWith(path);

/** Puts the world between the page and the network, and sets the page's clock to its moment. */
async function settle(page: Page, world: World, handlers: Map<string, Handler>, clock: PageClock): Promise<void> {
  await (clock === 'paused' ? page.clock.pauseAt(nowMs) : page.clock.install({ time: nowMs }));
  await page.addInitScript(
    (lang) => localStorage.setItem('rudy_language', JSON.stringify({ value: lang, expires_at: Date.now() + 1e10 })),
    world.lang,
  );
  await page.route(below('/keys/'), (route) =>
    route.fulfill({ json: { data: { channel_key: 'demo', domain: 'localhost', api_base: '/api' } } }),
  );
  await page.route(below('/media/public/'), fulfillPicture);
  await page.route(below('/api/'), (route) => api(route, world, handlers));
  // A page that a server painted carries another channel's data; the tests start it as a static host would.
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const response = await route.fetch();
    const text = (await response.text()).replace(/<script type="application\/json" id="boot">[\s\S]*?<\/script>/, '');
    return route.fulfill({ response, body: text });
  });
}

async function api(route: Route, world: World, handlers: Map<string, Handler>): Promise<void> {
  const url = new URL(route.request().url());
  const path = url.pathname.replace(/^\/api/, '');
  world.calls.push(path + url.search);
  if (path === '/get_api_key')
    return route.fulfill({
      json: { data: { api_key: 'a'.repeat(43), channel_key: 'demo', expires_at: '2027-01-01T00:00:00Z' } },
    });
  const special = await handlers.get(path)?.(url.searchParams);
  if (special) return route.fulfill({ status: special.status ?? 200, json: special.body });
  const known = answer(path, url.searchParams, nowMs, (url.searchParams.get('lang') as Lang) ?? world.lang, world.look);
  if (known) return route.fulfill({ json: known });
  return route.fulfill({
    status: 404,
    json: {
      type: 'about:blank',
      title: 'Not found',
      status: 404,
      code: 'not_found',
      detail: '',
      errors: [],
      request_id: 'w',
    },
  });
}

export const test = base.extend<{ world: World; lang: Lang; look: Look; pageClock: PageClock }>({
  lang: ['en', { option: true }],
  look: ['northline', { option: true }],
  pageClock: ['running', { option: true }],
  world: [
    async ({ page, lang, look, pageClock }, use) => {
      const handlers = new Map<string, Handler>();
      const world: World = { lang, look, calls: [], on: (path, handler) => void handlers.set(path, handler) };
      await settle(page, world, handlers, pageClock);
      await use(world);
    },
    // Every test lives in the world, also one that asks it nothing.
    { auto: true },
  ],
});

export { expect };
