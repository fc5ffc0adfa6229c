import { http as route } from 'msw';
import { afterEach, expect, it, vi } from 'vitest';
import { bus } from '#/lib/bus';
import { local } from '#/lib/storage';
import { problem, useServer } from '#/testing/server';
import { tell } from './analytics';

const server = useServer();

afterEach(() => vi.restoreAllMocks());

it('gives up after 30 s', async () => {
  local.save('api_key', 'key-1');
  const timeout = vi
    .spyOn(AbortSignal, 'timeout')
    .mockReturnValue(AbortSignal.abort(new DOMException('late', 'TimeoutError')));
  expect(await tell('/analytics', '/datalake/hash/')).toEqual({ status: 0, data: null, retryAfterMs: null });
  expect(timeout).toHaveBeenCalledWith(30_000);
});

it('tells nobody else that it was refused: the session and the screen stay as they are', async () => {
  local.save('api_key', 'key-1');
  const heard: string[] = [];
  const stops = (['global_error', 'unauthenticated', 'api_key_error'] as const).map((name) =>
    bus.on(name, () => heard.push(name)),
  );
  server.use(route.post('*/analytics/datalake/event/', () => problem(401, 'unauthenticated')));
  expect(await tell('/analytics', '/datalake/event/', { event: 'visit_page' })).toMatchObject({ status: 401 });
  expect(heard).toEqual([]);
  expect(local.loadText('api_key')).toBe('key-1');
  for (const stop of stops) stop();
});
