import { describe, expect, it, vi } from 'vitest';
import code from '../public/service-worker.js?raw';

const origin = 'https://sport.example';
type Kept = Map<string, Response>;

/** The worker as a browser runs it, with the caches of a browser. */
function runWorker(release: string, caches = new Map<string, Kept>()) {
  const handlers = new Map<string, (event: unknown) => void>();
  /** `silent`: requests get no answer. */
  const network = { online: true, silent: false, requests: [] as string[] };
  const absolute = (of: string | { url: string }) => new URL(typeof of === 'string' ? of : of.url, origin).href;
  const cacheOf = (name: string) => {
    const kept = caches.get(name) ?? new Map<string, Response>();
    caches.set(name, kept);
    return {
      addAll: async (files: string[]) => {
        for (const file of files) kept.set(absolute(file), await fetching(file));
      },
      put: (of: string, answer: Response) => Promise.resolve(void kept.set(absolute(of), answer)),
      delete: (of: { url: string }) => Promise.resolve(kept.delete(of.url)),
      keys: () => Promise.resolve([...kept.keys()].map((url) => ({ url }))),
      match: (of: string, { ignoreSearch = false } = {}) => {
        const plain = (url: string) => (ignoreSearch ? url.replace(/\?.*/, '') : url);
        const found = [...kept].find(([url]) => plain(url) === plain(absolute(of)));
        return Promise.resolve(found?.[1].clone());
      },
    };
  };
  const fetching = (of: string | Request) => {
    const url = absolute(of);
    network.requests.push(url.replace(origin, ''));
    if (network.silent) return new Promise<Response>(() => undefined);
    if (!network.online) return Promise.reject(new TypeError('Failed to fetch'));
    const answer = new Response(`network ${release} ${url}`, { headers: { date: new Date().toUTCString() } });
    return Promise.resolve(Object.defineProperty(answer, 'type', { value: 'basic' }));
  };
  const self = {
    release,
    shellFiles: ['/assets/a.js'],
    location: { origin },
    importScripts: vi.fn<(file: string) => void>(),
    addEventListener: (name: string, handler: (event: unknown) => void) => handlers.set(name, handler),
    registration: { navigationPreload: { enable: () => Promise.resolve() } },
    clients: { claim: vi.fn<() => Promise<void>>(() => Promise.resolve()) },
    fetch: fetching,
    setTimeout,
    caches: {
      open: (name: string) => Promise.resolve(cacheOf(name)),
      keys: () => Promise.resolve([...caches.keys()]),
      delete: (name: string) => Promise.resolve(caches.delete(name)),
    },
  };
  // oxlint-disable-next-line typescript/no-implied-eval, no-new-func: the worker is a file of its own
  (new Function('self', code) as (scope: unknown) => void)(self);
  const fire = async (name: string, event: object = {}) => {
    const work: Promise<unknown>[] = [];
    handlers.get(name)?.({ ...event, waitUntil: (promise: Promise<unknown>) => work.push(promise) });
    await Promise.all(work);
  };
  /** Null: the worker leaves the request to the browser. */
  const answer = async (path: string, { mode = 'navigate', method = 'GET' } = {}) => {
    let given: Promise<Response> | null = null;
    const request = { url: absolute(path), method, mode };
    const respondWith = (promise: Promise<Response>) => {
      given = promise;
    };
    handlers.get('fetch')?.({ request, preloadResponse: Promise.resolve(undefined), respondWith });
    return given && (await (given as Promise<Response>)).text();
  };
  const start = async () => {
    await fire('install');
    await fire('activate');
  };
  return { self, network, caches, fire, answer, start };
}

describe('the service worker', () => {
  it('answers pages from the network, and says that one is offline without it', async () => {
    const { network, answer, start } = runWorker('one');
    await start();
    expect(await answer('/schedule?day=1')).toBe(`network one ${origin}/schedule?day=1`);
    network.online = false;
    expect(await answer('/schedule?day=1')).toBe(`network one ${origin}/offline`);
    expect(await answer('/assets/a.js', { mode: 'cors' })).toBe(`network one ${origin}/assets/a.js`);
  });

  it('says that one is offline if no answer comes within ten seconds', async () => {
    vi.useFakeTimers();
    const { network, answer, start, caches } = runWorker('one');
    await start();
    network.silent = true;
    const given = vi.fn<(page: string | null) => void>();
    void answer('/schedule').then(given);
    await vi.advanceTimersByTimeAsync(9_999);
    expect(given).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(given).toHaveBeenCalledWith(`network one ${origin}/offline`);

    caches.get('shell-one')?.clear();
    const waiting = vi.fn<(page: string | null) => void>();
    void answer('/schedule').then(waiting);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(waiting, 'without a kept page the browser waits on').not.toHaveBeenCalled();
  });

  it('leaves the API, media, keys and everything that changes something to the browser', async () => {
    const { answer, start, caches } = runWorker('one');
    await start();
    expect(await answer('/api/profile', { mode: 'cors' })).toBeNull();
    expect(await answer('/api/docs')).toBeNull();
    expect(await answer('/media/aaa/e1/v/1-0.m4s', { mode: 'cors' })).toBeNull();
    expect(await answer('/keys/x', { mode: 'cors' })).toBeNull();
    expect(await answer('https://ads.example/assets/a.js', { mode: 'no-cors' })).toBeNull();
    expect(await answer('/schedule', { method: 'POST' })).toBeNull();
    await answer('/profile');
    expect([...(caches.get('shell-one')?.keys() ?? [])]).toEqual([`${origin}/assets/a.js`, `${origin}/offline`]);
  });

  it('keeps the page in the language of the visitor, once a day', async () => {
    const { network, answer, start, fire } = runWorker('one');
    await start();
    await fire('message', { data: { language: 'fr' } });
    await fire('message', { data: { language: 'fr' } });
    await fire('message', { data: { language: '../x' } });
    expect(network.requests.filter((path) => path.startsWith('/offline'))).toEqual(['/offline', '/offline?lang=fr']);
    network.online = false;
    expect(await answer('/')).toBe(`network one ${origin}/offline?lang=fr`);
  });

  it('replaces the files of the release before', async () => {
    const { caches, start } = runWorker('one');
    await start();
    const next = runWorker('two', caches);
    await next.start();
    expect([...caches.keys()]).toEqual(['shell-two']);
    expect(next.self.clients.claim).toHaveBeenCalled();
  });

  it('is the worker of notifications too', () => {
    expect(runWorker('one').self.importScripts).toHaveBeenCalledWith('/push-worker.js');
  });
});
