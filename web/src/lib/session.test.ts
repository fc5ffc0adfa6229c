import { type QueryClient, QueryObserver } from '@tanstack/react-query';
import { http as route } from 'msw';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { get } from '#/api/client';
import { keys } from '#/api/keys';
import { aProfile } from '#/testing/bootstrap';
import { aClient } from '#/testing/render';
import { ok, problem, useServer } from '#/testing/server';
import { waitFor } from '#/testing/wait-for';
import { bus } from './bus';
import { becomeUser, followSession, leave, renewData, restoreSession, session } from './session';
import { reveal, spoilerChoice } from './spoiler-choice';
import { local } from './storage';

const server = useServer();
let client: QueryClient;
let stop: () => void;

beforeEach(() => {
  client = aClient();
  keys.setChannel('demo', '/api');
  local.save('api_key', 'user-key');
  stop = followSession(client);
});
afterEach(() => {
  stop();
  session.setState({ user: null });
});

describe('session', () => {
  it('reports a log in once to analytics', () => {
    const reports: unknown[] = [];
    const end = bus.on('record', (report) => reports.push(report));
    becomeUser(client, aProfile());
    end();
    expect(reports).toEqual([{ event: 'login', extras: {} }]);
  });

  it('becomes a visitor when the server says so', () => {
    becomeUser(client, aProfile());
    bus.emit('unauthenticated', undefined);
    expect(session.getState().user).toBeNull();
    expect(local.load('signed_in')).toBeNull();
  });

  it('ends at the server and takes the fresh anonymous key', async () => {
    server.use(route.post('*/api/auth/logout', () => ok({ api_key: 'anon' })));
    becomeUser(client, aProfile());
    await leave(client);
    expect(session.getState().user).toBeNull();
    expect(keys.api()).toBe('anon');
  });

  it('drops the key when the server cannot be told', async () => {
    server.use(route.post('*/api/auth/logout', () => problem(503, 'overloaded')));
    becomeUser(client, aProfile());
    await leave(client);
    expect(session.getState().user).toBeNull();
    expect(keys.api()).toBeNull();
  });

  it('follows a log in of another tab', async () => {
    server.use(route.get('*/api/profile', () => ok(aProfile())));
    local.save('signed_in', true);
    window.dispatchEvent(new StorageEvent('storage', { key: 'rudy_api_key' }));
    await waitFor(() => expect(session.getState().user).toEqual(aProfile()));
  });

  it('follows a log out of another tab', async () => {
    becomeUser(client, aProfile());
    local.forget('signed_in');
    window.dispatchEvent(new StorageEvent('storage', { key: 'rudy_api_key' }));
    await waitFor(() => expect(session.getState().user).toBeNull());
  });
});

describe('nothing of a user stays', () => {
  const mine = ['mine'];
  const all = ['everyone'];
  const onScreen = ['on screen'];
  let stopShowing: () => void;

  beforeEach(async () => {
    local.save('signed_in', true);
    session.setState({ user: aProfile() });
    client.setQueryData(mine, 1);
    client.setQueryData(onScreen, 1);
    const shown = {
      queryKey: onScreen,
      queryFn: () => new Promise(() => undefined),
      staleTime: Number.POSITIVE_INFINITY,
    };
    stopShowing = new QueryObserver(client, shown).subscribe(() => undefined);
    reveal(7);
    await client.prefetchQuery({ queryKey: all, queryFn: () => 1, meta: { everyone: true } });
  });
  afterEach(() => stopShowing());

  const left = () => [
    session.getState().user,
    client.getQueryData(mine),
    client.getQueryData(onScreen),
    spoilerChoice.getState().revealed.size,
    client.getQueryData(all),
    local.load('signed_in'),
  ];
  const whatIsEverybodys = [null, undefined, undefined, 0, 1, null];

  it('after a 401', async () => {
    bus.emit('unauthenticated', undefined);
    await waitFor(() => expect(left()).toEqual(whatIsEverybodys));
  });

  it('after the api key was lost', async () => {
    const refusals = [
      problem(400, 'invalid_api_key', { errors: [{ field: 'api_key', code: 'invalid_api_key', message: '' }] }),
    ];
    server.use(
      route.get('*/api/user/access', () => refusals.shift() ?? ok({})),
      route.post('*/api/get_api_key', () => ok({ api_key: 'anon' })),
    );
    await get('/user/access');
    await waitFor(() => expect(left()).toEqual(whatIsEverybodys));
    expect(keys.api()).toBe('anon');
  });

  it('after a log out', async () => {
    server.use(route.post('*/api/auth/logout', () => ok({ api_key: 'anon' })));
    await leave(client);
    await waitFor(() => expect(left()).toEqual(whatIsEverybodys));
  });

  it.each(['rudy_api_key', 'rudy_signed_in', null])('after a log out in another tab, told by %s', async (key) => {
    local.save('api_key', 'anon');
    local.forget('signed_in');
    window.dispatchEvent(new StorageEvent('storage', { key }));
    await waitFor(() => expect(left()).toEqual(whatIsEverybodys));
  });

  it('after the key was lost in another tab', async () => {
    local.forget('api_key');
    local.forget('signed_in');
    window.dispatchEvent(new StorageEvent('storage', { key: 'rudy_api_key' }));
    await waitFor(() => expect(left()).toEqual(whatIsEverybodys));
  });

  it('not even on screen, once somebody else logs in in another tab', async () => {
    server.use(route.get('*/api/profile', () => ok(aProfile({ id: 8 }))));
    local.save('api_key', 'of another');
    window.dispatchEvent(new StorageEvent('storage', { key: 'rudy_api_key' }));
    await waitFor(() => expect(session.getState().user?.id).toBe(8));
    await waitFor(() => expect(client.getQueryData(onScreen)).toBeUndefined());
    expect(spoilerChoice.getState().revealed.size).toBe(0);
  });

  it('nor the subscription to notes, which belonged to the session', () => {
    local.save('push_subscription', 5);
    bus.emit('unauthenticated', undefined);
    expect(local.load('push_subscription')).toBeNull();
  });
});

describe('restoreSession', () => {
  it('ignores a profile that comes after the log out', async () => {
    local.save('signed_in', true);
    server.use(
      route.get('*/api/profile', () => {
        local.forget('signed_in');
        keys.setApi('anon');
        return ok(aProfile());
      }),
    );
    await restoreSession();
    expect(session.getState().user).toBeNull();
  });
});

describe('renewData', () => {
  beforeEach(async () => {
    client.setQueryData(['mine'], 1);
    await client.prefetchQuery({ queryKey: ['everyone'], queryFn: () => 1, meta: { everyone: true } });
  });

  it('forgets what belonged to another person and keeps what is the same for everyone', () => {
    renewData(client);
    expect(client.getQueryData(['mine'])).toBeUndefined();
    expect(client.getQueryData(['everyone'])).toBe(1);
  });

  it('forgets everything that was in another language', () => {
    renewData(client, true);
    expect(client.getQueryData(['everyone'])).toBeUndefined();
  });
});
