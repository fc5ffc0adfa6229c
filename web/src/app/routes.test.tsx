import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keys } from '#/api/keys';
import { bootstrapQuery, seedFromBootstrap } from '#/api/queries';
import { rememberPage } from '#/lib/return-to';
import { session } from '#/lib/session';
import { tab } from '#/lib/storage';
import { aBootstrap, aProfile } from '#/testing/bootstrap';
import { event } from '#/testing/events';
import { aProduct, aSubscriptionOffer } from '#/testing/orders';
import { aClient } from '#/testing/render';
import { ok, problem, useServer } from '#/testing/server';
import { type AppRouter, createAppRouter } from './router';

/** The routes of the app in its own router and layout, on a channel that has little. */

const server = useServer();

const home = { live: [], upcoming: [event({ id: 1 })], on_demand: [], rails: [] };
const schools = { id: 3, url: '/for-schools', alt_name: 'for_schools', name: 'For schools', content: '<p>Join us</p>' };

/** Calls of the API, by path and query. */
let asked: URL[] = [];
const askedFor = (path: string) => asked.filter(({ pathname }) => pathname === path);
let router: AppRouter | undefined;

// jsdom times no navigation.
performance.getEntriesByType = () => [];

beforeEach(() => {
  asked = [];
  keys.setChannel('demo', '/api');
  keys.setApi('k'.repeat(43));
  server.events.on('request:start', note);
  server.use(
    http.get('*/api/events-for-homepage', () => ok(home)),
    http.get('*/api/events/favorite', () => ok([event({ id: 9 })], { total: 1, limit: 12, offset: 0 })),
    http.get('*/api/events/:id', () => problem(404, 'event_not_found')),
    http.get('*/api/pages/3', () => ok(schools)),
    http.get('*/api/*', () => ok([], { total: 0, limit: 24, offset: 0 })),
  );
});
afterEach(() => {
  server.events.removeAllListeners();
  router?.history.destroy();
  session.setState({ user: null });
});

const note = ({ request }: { request: Request }) => asked.push(new URL(request.url));

/** Opens an address as the first page of a visit, on a channel that has these pages. */
async function open(href: string, pages = [schools]): Promise<AppRouter> {
  const client = aClient();
  const listed = pages.map((page) => {
    const { content: _, ...ref } = page;
    return ref;
  });
  const bootstrap = aBootstrap({ pages: listed });
  client.setQueryData(bootstrapQuery().queryKey, bootstrap);
  seedFromBootstrap(client, bootstrap);
  window.history.pushState(null, '', href);
  router = createAppRouter(client);
  await router.load();
  render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </I18nProvider>,
  );
  return router;
}

const path = () => router?.state.location.pathname;
const shows = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name });

describe('the four lists', () => {
  it.each([
    ['/live', 'Live now', 'live'],
    ['/schedule', 'Schedule', 'live,upcoming'],
    ['/upcoming', 'Upcoming', 'upcoming'],
    ['/vod', 'On demand', 'finished'],
  ])('%s shows %s: %s', async (href, title, statuses) => {
    await open(href);
    await shows(title);
    const lists = () => askedFor('/api/events').filter(({ searchParams }) => searchParams.has('facets'));
    await waitFor(() =>
      expect(lists().map(({ searchParams }) => searchParams.get('stream_status'))).toEqual([statuses]),
    );
  });
});

describe('a page of the channel', () => {
  it('has its name as title and opens at the top', async () => {
    vi.spyOn(window, 'scrollTo').mockImplementation((to) => {
      window.scrollY = (to as ScrollToOptions).top ?? 0;
    });
    await open('/404');
    const footer = within(await screen.findByRole('contentinfo'));
    window.scrollY = 640;
    await userEvent.click(await footer.findByRole('link', { name: 'For schools' }));
    await shows('For schools');
    expect(screen.getByText('Join us')).toBeVisible();
    expect(path()).toBe('/for-schools');
    await waitFor(() => expect(document.title).toBe('For schools · Northline'));
    await waitFor(() => expect(window.scrollY).toBe(0));
  });
});

describe('the pages that every channel has', () => {
  const titles = {
    about: 'About Northline',
    terms_conditions: 'Terms and conditions',
    privacy_policy: 'Privacy policy',
  };

  it.each(Object.entries(titles))('/%s has a text that fits any channel', async (name, title) => {
    await open(`/${name}`);
    await shows(title);
    expect(screen.getByRole('article')).toHaveTextContent('Northline');
    await waitFor(() => expect(document.title).toBe(`${title} · Northline`));
    expect(path()).toBe(`/${name}`);
  });

  it.each(Object.keys(titles))('/%s is what the channel wrote, once it did', async (name) => {
    const own = { id: 4, url: `/${name}`, alt_name: name, name: 'In our words', content: `<p>We wrote ${name}</p>` };
    server.use(http.get('*/api/pages/4', () => ok(own)));
    await open(`/${name}`, [schools, own]);
    await shows('In our words');
    expect(screen.getByText(`We wrote ${name}`)).toBeVisible();
    expect(path()).toBe(`/${name}`);
  });
});

describe('what is on sale', () => {
  it.each([
    ['/packages', ['All access', 'Season pass']],
    ['/packages/passes', ['Season pass']],
  ])('%s lists %j', async (href, names) => {
    server.use(
      http.get('*/api/packages', () => ok([aProduct({ name: 'Season pass' })])),
      http.get('*/api/subscriptions', () => ok([aSubscriptionOffer({ name: 'All access' })])),
    );
    await open(href);
    await shows(/Passes/);
    const offers = await screen.findAllByRole('heading', { level: 3 });
    expect(offers.map(({ textContent }) => textContent).toSorted()).toEqual(names);
  });
});

describe('addresses', () => {
  it.each([
    '/watch/x',
    '/watch_embed/x',
    '/watch_library/x',
    '/vod_library/x',
    '/select-package/x',
    '/share/5a/abc',
    '/share_embed/5a/abc',
  ])('%s is unknown, since ids are digits only', async (href) => {
    await open(href);
    await shows('Looks like we lose this page');
    expect(path()).toBe('/404');
  });

  it('of an embedded player have nothing around them', async () => {
    await open('/watch/7');
    expect(await screen.findByRole('contentinfo')).toBeVisible();
    expect(screen.getByRole('banner')).toBeVisible();
    await router?.navigate({ href: '/watch_embed/7' });
    await waitFor(() => expect(screen.queryByRole('contentinfo')).toBeNull());
    expect(screen.queryByRole('banner')).toBeNull();
    expect(screen.getByRole('main')).toHaveTextContent('Game Not Found');
  });
});

describe('guards', () => {
  it.each(['/login', '/registration'])('a visitor who goes from %s to /buy is sent back one step', async (from) => {
    const opened = await open('/faq');
    await opened.navigate({ href: from });
    await shows(/./);
    const went: string[] = [];
    opened.subscribe('onBeforeNavigate', ({ toLocation }) => went.push(toLocation.href));
    void opened.navigate({ href: '/buy?package_id=3' });
    await waitFor(() => expect(went).toEqual(['/buy?package_id=3', from]));
    await waitFor(() => expect(opened.state.status).toBe('idle'));
    expect(path()).toBe(from);
  });

  it.each(['/login', '/registration', '/password-reset-request', '/password-reset'])(
    'a user who opens %s is sent home',
    async (href) => {
      rememberPage('/faq'); // the form leads a user there
      session.setState({ user: aProfile() });
      await open(href);
      await shows(/Northline/);
      expect(path()).toBe('/');
    },
  );

  it('remember the page with its address, path, query and params', async () => {
    await open('/watch/7?t=12');
    await shows(/Game Not Found/);
    const page = { href: '/watch/7?t=12', path: '/watch/7', query: { t: '12' }, params: { id: '7' } };
    await waitFor(() => expect(tab.load('last_page')).toEqual(page));
  });
});

describe('the home', () => {
  it('asks for the events of a user’s favourites', async () => {
    session.setState({ user: aProfile() });
    await open('/');
    expect(await screen.findByRole('region', { name: /^My favourites/ })).toBeVisible();
    expect(askedFor('/api/events/favorite')).toHaveLength(1);
  });
});
