import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { bus } from '#/lib/bus';
import { returnHref } from '#/lib/return-to';
import { aClient } from '#/testing/render';
import { createAppRouter } from './router';

const recorded = vi.fn<(of: { event: string; extras: Record<string, unknown> }) => void>();
let stop = () => {};

beforeEach(() => {
  recorded.mockReset();
  stop = bus.on('record', recorded);
});
afterEach(() => stop());

/** Has the router say that a page is shown. */
function shown(router: ReturnType<typeof createAppRouter>, href: string, pathChanged = true) {
  const toLocation = { ...router.latestLocation, href, pathname: href.split('?')[0] ?? '' };
  router.emit({ type: 'onResolved', toLocation, pathChanged, hrefChanged: true, hashChanged: false });
}

const visits = () =>
  recorded.mock.calls.filter(([{ event }]) => event === 'visit_page').map(([{ extras }]) => extras.path);

it('records a visit of each page, and none of another query of the same page', () => {
  const router = createAppRouter(aClient());
  shown(router, '/schedule');
  shown(router, '/schedule?sport=hockey', false);
  shown(router, '/login');
  shown(router, '/watch/7?t=12');
  expect(visits()).toEqual(['/schedule', '/login', '/watch/7']);
});

it('remembers the page to return to, and not the log in', () => {
  const router = createAppRouter(aClient());
  shown(router, '/watch/7?t=12');
  shown(router, '/login');
  expect(returnHref()).toBe('/watch/7?t=12');
});

it.each(['/profile', '/profile/transactions', '/profile/clips'])(
  'sends a visitor who opens %s to log in, and remembers it',
  async (path) => {
    history.replaceState(null, '', path);
    const router = createAppRouter(aClient());
    await router.load();
    expect(router.state.location.pathname).toBe('/login');
    expect(returnHref()).toBe(path);
  },
);
