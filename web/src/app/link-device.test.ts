import { expect, it, vi } from 'vitest';
import { bootstrapQuery } from '#/api/queries';
import type { Settings } from '#/api/types';
import { aBootstrap, someSettings } from '#/testing/bootstrap';
import { aClient } from '#/testing/render';
import { linkElsewhere } from './link-elsewhere';
import { Route as Enter } from './routes/profile.device';
import { Route as Link } from './routes/profile.sessions.add';

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
