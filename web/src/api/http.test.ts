import { i18n } from '@lingui/core';
import { http as route } from 'msw';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { bus } from '#/lib/bus';
import { chooseSpoilers } from '#/lib/spoiler-choice';
import { local } from '#/lib/storage';
import { ok, problem, useServer } from '#/testing/server';
import { get, getPage, post, remove } from './client';
import { CallError, type Failure, failureOf, statusOf } from './failure';
import { keys } from './keys';

const server = useServer();
const events: string[] = [];
const stops: (() => void)[] = [];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  runClock();
  keys.setChannel('demo', '/api');
  local.save('api_key', 'key-1');
  events.length = 0;
  for (const name of ['global_error', 'unauthenticated', 'api_key_error'] as const) {
    stops.push(bus.on(name, (payload) => events.push(payload ? `${name}:${payload}` : name)));
  }
});

afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  clearImmediate(turn);
  vi.useRealTimers();
});

let turn: NodeJS.Immediate;

/** Lets the faked time run as fast as the calls allow. */
function runClock(): void {
  vi.advanceTimersByTime(100);
  turn = setImmediate(runClock);
}

/** Makes a call whose first answer is a failure, and counts requests 999 ms and 1,000 ms after that answer. */
async function requestsOf(call: () => Promise<unknown>): Promise<{ at999: number; at1000: number }> {
  clearImmediate(turn);
  const requests = vi.spyOn(globalThis, 'fetch');
  const answered = call();
  while (vi.getTimerCount() === 0) await new Promise((resolve) => setImmediate(resolve));
  await vi.advanceTimersByTimeAsync(999);
  const at999 = requests.mock.calls.length;
  await vi.advanceTimersByTimeAsync(1);
  const at1000 = requests.mock.calls.length;
  runClock();
  await answered;
  return { at999, at1000 };
}

/** Answers a path with each of the answers in turn, the last one from then on, and counts. */
function answer(method: 'get' | 'post' | 'delete', path: string, ...answers: ((request: Request) => Response)[]) {
  const seen: Request[] = [];
  server.use(
    route[method](`*${path}`, ({ request }) => {
      seen.push(request.clone());
      return (answers[seen.length - 1] ?? answers.at(-1))?.(request) ?? ok(null);
    }),
  );
  return seen;
}

async function failure(promise: Promise<unknown>): Promise<Failure | null> {
  return promise.then(
    () => null,
    (error: unknown) => failureOf(error),
  );
}

const param = (request: Request | undefined, name: string) => new URL(request?.url ?? '').searchParams.get(name);
const refusedKey = () =>
  problem(400, 'invalid_api_key', { errors: [{ field: 'api_key', code: 'invalid_api_key', message: '' }] });

describe('a call', () => {
  it('carries the api key in the query of a GET and a DELETE', async () => {
    const read = answer('get', '/api/events', () => ok([]));
    const deleted = answer('delete', '/api/favorite/3', () => ok(null));
    await get('/events', { limit: 5, search: '', team: undefined });
    await remove('/favorite/3');
    expect(param(read[0], 'api_key')).toBe('key-1');
    expect(param(read[0], 'limit')).toBe('5');
    expect(param(read[0], 'search')).toBeNull();
    expect(param(deleted[0], 'api_key')).toBe('key-1');
  });

  it('carries the api key in the body of a POST, never in its address', async () => {
    const seen = answer('post', '/api/v2/auth/login', () => ok({}));
    await post('/v2/auth/login', { login: 'a' });
    expect(await seen[0]?.json()).toEqual({ login: 'a', api_key: 'key-1' });
    expect(seen[0]?.url).not.toContain('key-1');
  });

  it('is made by GET, POST or DELETE', async () => {
    const methods: string[] = [];
    server.use(
      route.all('*/api/*', ({ request }) => {
        methods.push(request.method);
        return ok([], { total: 0, limit: 1, offset: 0 });
      }),
    );
    for (const call of [get, getPage, post, remove]) await call('/anything');
    expect(methods).toEqual(['GET', 'GET', 'POST', 'DELETE']);
  });

  it('names the channel instead where no key is needed, and always the language', async () => {
    const seen = answer('get', '/api/menu', () => ok([]));
    await get('/menu', undefined, { withoutKey: true });
    expect(param(seen[0], 'api_key')).toBeNull();
    expect(param(seen[0], 'channel')).toBe('demo');
    expect(param(seen[0], 'lang')).toBe(i18n.locale);
  });

  it('gives lists with their paging data', async () => {
    answer('get', '/api/events', () => ok([1], { total: 1, limit: 30, offset: 0 }));
    expect(await getPage('/events')).toEqual({ data: [1], meta: { total: 1, limit: 30, offset: 0 } });
  });

  it('fetches an api key when there is none, once for concurrent calls', async () => {
    keys.clearApi();
    const asked = answer('post', '/api/get_api_key', () => ok({ api_key: 'fresh' }));
    const seen = answer('get', '/api/events', () => ok([]));
    await Promise.all([get('/events'), get('/events')]);
    expect(asked).toHaveLength(1);
    expect(await asked[0]?.json()).toEqual({ channel_key: 'demo' });
    expect(seen.map((request) => param(request, 'api_key'))).toEqual(['fresh', 'fresh']);
  });

  it('fetches the channel key first when that is missing too', async () => {
    keys.clear();
    const asked = answer('get', '/keys/channel-key', () => ok({ channel_key: 'demo', api_base: '/api' }));
    answer('post', '/api/get_api_key', () => ok({ api_key: 'fresh' }));
    answer('get', '/api/events', () => ok([]));
    await get('/events');
    expect(param(asked[0], 'domain')).toBe(location.hostname);
    expect(keys.channel()).toBe('demo');
  });

  it('fetches the channel key from the host for keys that the page names', async () => {
    keys.clear();
    document.head.innerHTML = '<meta name="grandstand-keys" content="https://keys.example/keys">';
    onTestFinished(() => void (document.head.innerHTML = ''));
    const asked = answer('get', '/keys/channel-key', () => ok({ channel_key: 'demo', api_base: '/api' }));
    answer('post', '/api/get_api_key', () => ok({ api_key: 'fresh' }));
    const read = answer('get', '/api/events', () => ok([]));
    await get('/events');
    expect(asked.map(({ url }) => new URL(url).origin)).toEqual(['https://keys.example']);
    expect(read.map(({ url }) => new URL(url).origin)).toEqual([location.origin]);
  });
});

describe('while scores are hidden', () => {
  afterEach(() => chooseSpoilers(false));

  it('every read says so, unless it was asked to show them', async () => {
    const seen = answer('get', '/api/anything', () => ok(null));
    await get('/anything');
    chooseSpoilers(true);
    await get('/anything', { page: 2 });
    await get('/anything', { spoilers: 'show' });
    await get('/anything', undefined, { withoutKey: true });
    expect(seen.map((request) => param(request, 'spoilers'))).toEqual([null, 'hide', 'show', null]);
  });
});

describe('a refused api key', () => {
  it('is dropped, resets the user, and the call is repeated once with a new one after a second', async () => {
    answer('post', '/api/get_api_key', () => ok({ api_key: 'key-2' }));
    const seen = answer('get', '/api/profile', refusedKey, () => ok({ id: 1 }));
    const given = vi.fn<(data: unknown) => void>();
    expect(await requestsOf(() => get('/profile').then(given))).toEqual({ at999: 1, at1000: 2 });
    expect(given).toHaveBeenCalledWith({ id: 1 });
    expect(seen.map((request) => param(request, 'api_key'))).toEqual(['key-1', 'key-2']);
    expect(events).toEqual(['unauthenticated']);
  });

  it('repeats a POST too, as the server did nothing', async () => {
    answer('post', '/api/get_api_key', () => ok({ api_key: 'key-2' }));
    const seen = answer('post', '/api/v2/auth/login', refusedKey, () => ok({}));
    await post('/v2/auth/login', { login: 'a' });
    expect(await seen[1]?.json()).toEqual({ login: 'a', api_key: 'key-2' });
  });

  it('is not repeated a second time', async () => {
    answer('post', '/api/get_api_key', () => ok({ api_key: 'key-2' }));
    const seen = answer('get', '/api/profile', refusedKey);
    expect(await failure(get('/profile'))).toMatchObject({ code: 'invalid_api_key' });
    expect(seen).toHaveLength(2);
  });

  it('leaves a key alone that was replaced meanwhile', async () => {
    const seen = answer(
      'get',
      '/api/profile',
      () => {
        keys.setApi('rotated');
        return refusedKey();
      },
      () => ok({ id: 1 }),
    );
    await get('/profile');
    expect(keys.api()).toBe('rotated');
    expect(param(seen[1], 'api_key')).toBe('rotated');
    expect(events).toEqual([]);
  });
});

describe('a refused channel key', () => {
  const refused = () =>
    problem(400, 'invalid_channel_key', { errors: [{ field: 'channel_key', code: 'invalid', message: '' }] });

  it('clears both keys', async () => {
    answer('get', '/api/menu', refused);
    expect(await failure(get('/menu', undefined, { withoutKey: true }))).toMatchObject({ status: 400 });
    expect(keys.channel()).toBeNull();
    expect(keys.api()).toBeNull();
  });

  it('is asked for anew when an api key is fetched with a remembered one', async () => {
    keys.clearApi();
    answer('get', '/keys/channel-key', () => ok({ channel_key: 'new', api_base: '/api' }));
    const asked = answer('post', '/api/get_api_key', refused, () => ok({ api_key: 'fresh' }));
    answer('get', '/api/events', () => ok([]));
    await get('/events');
    expect(await asked[1]?.json()).toEqual({ channel_key: 'new' });
    expect(keys.channel()).toBe('new');
  });
});

describe('failures', () => {
  it('repeats a read once, after a second', async () => {
    const seen = answer(
      'get',
      '/api/faq',
      () => problem(503, 'overloaded'),
      () => ok([]),
    );
    expect(await requestsOf(() => get('/faq'))).toEqual({ at999: 1, at1000: 2 });
    expect(seen).toHaveLength(2);
  });

  it('repeats a read no second time', async () => {
    const seen = answer('get', '/api/faq', () => problem(503, 'overloaded'));
    expect(await failure(get('/faq'))).toMatchObject({ status: 503 });
    expect(seen).toHaveLength(2);
  });

  it('does not repeat a write', async () => {
    const seen = answer('post', '/api/v2/auth/register', () => problem(500, 'internal'));
    expect(await failure(post('/v2/auth/register'))).toMatchObject({ status: 500 });
    expect(seen).toHaveLength(1);
  });

  it('shows throttling to everyone and does not repeat', async () => {
    const seen = answer('get', '/api/faq', () => problem(429, 'throttled', { headers: { 'Retry-After': '7' } }));
    expect(await failure(get('/faq'))).toMatchObject({ status: 429, retryAfterMs: 7_000 });
    expect(seen).toHaveLength(1);
    expect(events).toEqual(['global_error:throttled']);
  });

  it('resets the user when unauthenticated, without repeating', async () => {
    const seen = answer('get', '/api/profile', () => problem(401, 'unauthenticated'));
    const error = await get('/profile').catch((thrown: unknown) => thrown);
    expect(statusOf(error)).toBe(401);
    expect(seen).toHaveLength(1);
    expect(events).toEqual(['unauthenticated']);
  });

  it.each([
    [500, ['4xx', '5xx'], [], true],
    [404, ['4xx', '5xx'], [], true],
    [404, ['5xx'], [], false],
    [404, ['4xx'], [404], false],
    [500, ['4xx'], [], false],
  ] as const)('status %i with crash codes %j, allowed %j: global error %j', async (status, on, allow, shown) => {
    answer('get', '/api/settings', () => problem(status, 'x'));
    await failure(get('/settings', undefined, { crash: { on, allow } }));
    expect(events).toEqual(shown ? ['global_error:crash'] : []);
  });

  it('has no global error without the flag', async () => {
    answer('get', '/api/settings', () => problem(500, 'x'));
    await failure(get('/settings'));
    expect(events).toEqual([]);
  });

  it('treats a success that is not 200, and one without data, as a failure', async () => {
    answer('post', '/api/a', () => new Response('{"data":1}', { status: 201 }));
    answer('post', '/api/b', () => new Response('{"ok":true}'));
    answer('post', '/api/c', () => new Response('<html>'));
    expect(await failure(post('/a'))).toEqual({ kind: 'bad_response', status: 201 });
    expect(await failure(post('/b'))).toEqual({ kind: 'bad_response', status: 200 });
    expect(await failure(post('/c'))).toEqual({ kind: 'bad_response', status: 200 });
  });

  it('tells a broken connection and repeats the read', async () => {
    const seen = answer('get', '/api/faq', () => Response.error());
    expect(await failure(get('/faq'))).toEqual({ kind: 'network' });
    expect(seen).toHaveLength(2);
  });

  it('passes a cancelled request silently', async () => {
    const controller = new AbortController();
    answer('get', '/api/events', () => {
      controller.abort();
      return ok([]);
    });
    const error = await get('/events', undefined, { signal: controller.signal }).catch((thrown: unknown) => thrown);
    expect(failureOf(error)).toEqual({ kind: 'cancelled' });
    expect((error as CallError).message).toBe('ERR_CANCELED');
    expect(events).toEqual([]);
  });

  /** The calls that a test makes known to analytics. */
  function reported() {
    const reports: unknown[] = [];
    stops.push(bus.on('record', (report) => reports.push(report)));
    return reports;
  }

  it.each<[string, number, () => Response]>([
    ['problem', 404, () => problem(404, 'event_not_found')],
    ['problem', 503, () => problem(503, 'unavailable')],
    ['bad_response', 200, () => Response.json({})],
    ['network', 0, () => Response.error()],
  ])('reports a call that fails to analytics, once and without ids: %s, %i', async (outcome, status, response) => {
    const reports = reported();
    answer('get', '/api/events/17', response);
    await failure(get('/events/17'));
    expect(reports).toEqual([
      {
        event: 'api_request',
        extras: { method: 'GET', path: '/events/:id', outcome, status, duration: expect.any(Number) },
      },
    ]);
  });

  it.each([
    ['GET', () => get('/faq')],
    ['POST', () => post('/faq')],
    ['DELETE', () => remove('/faq')],
  ])('reports a %s that takes longer than 3 s to analytics, and none that succeeds within', async (method, call) => {
    const reports = reported();
    for (const verb of ['get', 'post', 'delete'] as const) answer(verb, '/api/faq', () => ok([]));
    const clock = vi.spyOn(performance, 'now').mockReturnValueOnce(0).mockReturnValue(3_000);
    await call();
    expect(reports).toEqual([]);
    clock.mockReset().mockReturnValueOnce(0).mockReturnValue(3_001);
    await call();
    expect(reports).toEqual([
      { event: 'api_request', extras: { method, path: '/faq', outcome: 'slow', status: 200, duration: 3_001 } },
    ]);
  });

  it('does not report a cancelled call to analytics', async () => {
    const reports = reported();
    const controller = new AbortController();
    answer('get', '/api/events', () => {
      controller.abort();
      return ok([]);
    });
    await failure(get('/events', undefined, { signal: controller.signal }));
    expect(reports).toEqual([]);
  });

  it('gives up after 30 s', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
      return AbortSignal.abort(new DOMException('late', 'TimeoutError'));
    });
    expect(await failure(post('/slow'))).toEqual({ kind: 'timeout' });
    expect(timeout).toHaveBeenCalledWith(30_000);
  });

  it('says when no api key can be had', async () => {
    keys.clearApi();
    answer('post', '/api/get_api_key', () => ok({}));
    const error = await get('/events').catch((thrown: unknown) => thrown);
    expect((error as CallError).message).toBe('NO_API_KEY');
    expect(events).toContain('api_key_error');
  });

  it('keeps what the server said about fields', async () => {
    const errors = [{ field: 'email', code: 'email_taken', message: 'Taken' }];
    answer('post', '/api/v2/auth/register', () => problem(409, 'email_taken', { detail: 'Taken', errors }));
    expect(await failure(post('/v2/auth/register'))).toEqual({
      kind: 'problem',
      status: 409,
      code: 'email_taken',
      detail: 'Taken',
      fields: errors,
      requestId: 'req-1',
      retryAfterMs: null,
    });
  });
});
