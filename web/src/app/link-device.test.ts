import { afterEach, expect, it, vi } from 'vitest';
import { bootstrapQuery } from '#/api/queries';
import type { Settings } from '#/api/types';
import { returnHref } from '#/lib/return-to';
import { session } from '#/lib/session';
import { aBootstrap, aProfile, someSettings } from '#/testing/bootstrap';
import { aClient } from '#/testing/render';
import { waitFor } from '#/testing/wait-for';
import { linkElsewhere } from './link-elsewhere';
import { createAppRouter } from './router';
import { Route as Enter } from './routes/profile.device';
import { Route as Link } from './routes/profile.sessions.add';

/** Where the page goes; jsdom loads no other page. */
const left = vi.hoisted(() => vi.fn<(href: string) => void>());

vi.mock(import('./link-elsewhere'), async (load) => {
  const { linkElsewhere: link } = await load();
  type Given = Parameters<typeof link>;
  return { linkElsewhere: (...[client, signal, code, leave]: Given) => link(client, signal, code, leave ?? left) };
});

afterEach(() => left.mockClear());

function clientOf(settings: Partial<Settings>) {
  const client = aClient();
  client.setQueryData(bootstrapQuery().queryKey, { ...aBootstrap(), settings: someSettings(settings) });
  return client;
}

const noTarget: Partial<Settings>[] = [{}, { auth: { remote_auth: 1, social: [] } }];

/** Opens a route; what it is redirected to, or undefined where it stays. */
async function open(route: typeof Link | typeof Enter, settings: Partial<Settings>, search: { code?: string } = {}) {
  const enter = route.options.beforeLoad as unknown as ((given: object) => Promise<void>) | undefined;
  const given = {
    context: { client: clientOf(settings) },
    search,
    cause: 'enter',
    abortController: new AbortController(),
  };
  try {
    await enter?.(given);
  } catch (thrown) {
    return (thrown as { options: { to: string; search?: object } }).options;
  }
}

it('leads to the target of the settings, with the code of the device', async () => {
  const client = clientOf({ auth: { remote_auth: 1, social: [] }, remoteAuth: { url: 'https://club.example/link' } });
  const abort = new AbortController();
  const leave = vi.fn<(href: string) => void>(() => queueMicrotask(() => abort.abort()));
  await linkElsewhere(client, abort.signal, 'BCDF-3467', leave);
  expect(leave).toHaveBeenCalledWith('https://club.example/link?code=BCDF-3467');
});

it.each(noTarget)('leads to the active orders where the channel has no own site', async (settings) => {
  expect(await open(Link, settings)).toMatchObject({ to: '/profile' });
});

it.each(noTarget)('leads on with a code to where it is entered', async (settings) => {
  const search = { code: 'BCDF-3467' };
  expect(await open(Link, settings, search)).toMatchObject({ to: '/profile/device', search });
});

const withTarget: Partial<Settings> = {
  auth: { remote_auth: 1, social: [] },
  remoteAuth: { url: 'https://club.example/login' },
};

it.each([...noTarget, withTarget])('the code of a TV is entered on this site in every channel', async (settings) => {
  expect(await open(Enter, settings, { code: 'BCDF-3467' })).toBeUndefined();
});

it('the route of linking a device leaves to the target of the settings', async () => {
  session.setState({ user: aProfile() });
  window.history.pushState(null, '', '/profile/sessions/add?code=BCDF-3467');
  const router = createAppRouter(clientOf(withTarget));
  void router.load();
  await waitFor(() => expect(left).toHaveBeenCalledExactlyOnceWith('https://club.example/login?code=BCDF-3467'));
  expect(router.latestLocation.pathname).toBe('/profile/sessions/add');
  router.history.destroy();
});

it('somebody who is not logged in comes back to the form with the code of the TV', async () => {
  session.setState({ user: null });
  window.history.pushState(null, '', '/profile/device?code=BCDF-3467');
  const router = createAppRouter(clientOf(withTarget));
  await router.load();
  expect(router.latestLocation.pathname).toBe('/login');
  // What a remote login is told as `return_to`, and where the page goes once it is done.
  expect(returnHref()).toBe('/profile/device?code=BCDF-3467');
  expect(left).not.toHaveBeenCalled();
  router.history.destroy();
});
