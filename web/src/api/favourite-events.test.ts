import { http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { local } from '#/lib/storage';
import { aClient } from '#/testing/render';
import { ok, useServer } from '#/testing/server';
import { favouriteEventsQuery } from './favourite-events';
import { keys } from './keys';

const server = useServer();

beforeEach(() => {
  keys.setChannel('demo', '/api');
  local.save('api_key', 'key');
});

it.each([
  ['1', '/api/events/favorite', null],
  ['participant-12,event-9', '/api/events', 'participant-12,event-9'],
])('asks the server for what a user follows, and names what a visitor follows (%s)', async (asked, path, named) => {
  let url = new URL('http://nothing');
  server.use(
    http.get('*/api/events*', ({ request }) => {
      url = new URL(request.url);
      return ok([], { total: 0, limit: 12, offset: 0 });
    }),
    http.get('*/api/events/favorite', ({ request }) => {
      url = new URL(request.url);
      return ok([], { total: 0, limit: 12, offset: 0 });
    }),
  );
  await aClient().fetchQuery(favouriteEventsQuery(asked));
  expect([url.pathname, url.searchParams.get('favorites')]).toEqual([path, named]);
  expect(url.searchParams.get('stream_status')).toBe('live,upcoming');
});
