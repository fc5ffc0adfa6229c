import type { QueryClient } from '@tanstack/react-query';
import { http as route } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keys } from '#/api/keys';
import { aProfile } from '#/testing/bootstrap';
import { aClient } from '#/testing/render';
import { ok, problem, useServer } from '#/testing/server';
import { bus } from './bus';
import { becomeUser, followSession, leave, renewData, restoreSession, session } from './session';
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
    await vi.waitFor(() => expect(session.getState().user).toEqual(aProfile()));
  });

  it('follows a log out of another tab', async () => {
    becomeUser(client, aProfile());
    local.forget('signed_in');
    window.dispatchEvent(new StorageEvent('storage', { key: 'rudy_api_key' }));
    await vi.waitFor(() => expect(session.getState().user).toBeNull());
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
