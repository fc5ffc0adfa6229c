import { beforeEach, describe, expect, it, vi } from 'vitest';
import { someSettings } from '#/testing/bootstrap';

/** The page that vitest runs a file in. */
const { jsdom: dom } = globalThis as unknown as { jsdom: { reconfigure: (of: { url: string }) => void } };

const fetched = vi.fn<(url: string, init: { method: string; body?: string }) => Promise<Response>>((url) => {
  const data = url.includes('/hash/') ? { hash: 'h' } : { session_uuid: 'session' };
  return Promise.resolve(Response.json({ data }));
});

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
  vi.resetModules(); // each test is a page of its own
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  fetched.mockClear();
  document.head.innerHTML = '';
  return () => vi.useRealTimers();
});

/** A page of a channel with a key and a tag, at this address, on which everything happens that analytics are told of. */
async function visit(address: string, base_url = '/analytics') {
  dom.reconfigure({ url: address });
  const [{ startMeasuring }, { captureTrk, holdFacts, noteKeyError, recordPageView }, { bus }, { keys }] =
    await Promise.all([import('./start'), import('#/lib/analytics'), import('#/lib/bus'), import('#/api/keys')]);
  const [{ answerConsent }, { reportKeyErrors }] = await Promise.all([import('#/lib/consent'), import('./key-errors')]);
  localStorage.clear();
  sessionStorage.clear();
  keys.setChannel('demo', '/api');
  keys.setApi('key');
  captureTrk('?trk=poster');
  const settings = someSettings({
    'yare-analytics': 'channel-key',
    'google-analytics': { 'google-tag': 'G-1' },
    analytics: { base_url, local: false },
  });
  noteKeyError();
  const facts = holdFacts();
  recordPageView('/schedule');
  startMeasuring(settings, facts, { plain: false });
  bus.emit('record', { event: 'login', extras: {} });
  bus.emit('record', { event: 'purchase', extras: { order: 1, value: 1 } });
  const stream = { stream_id: 7, stream_type: 'event', live: true } as const;
  const groups = { category: '', sport: '', gender: '', school: '', league: '' };
  bus.emit('viewing', { view: 'view', stream: { ...stream, ...groups }, event: 'play' });
  bus.emit('viewing', { view: 'view', stream: { ...stream, ...groups }, seconds: 10 });
  await vi.advanceTimersByTimeAsync(0);
  answerConsent('granted');
  noteKeyError();
  await reportKeyErrors(settings);
  window.dispatchEvent(new Event('pagehide'));
  await vi.advanceTimersByTimeAsync(0);
  return { bus, recordPageView };
}

const addresses = () => [...new Set(fetched.mock.calls.map(([url]) => url.replace(/\?.*/, '')))].toSorted();
const bodies = () => fetched.mock.calls.flatMap(([, { body }]) => (body ? [JSON.parse(body) as unknown] : []));
const paths = ['event/', 'hash/', 'key-error/', 'session/', 'video/event/', 'video/viewing/'];

describe('what a page tells', () => {
  it.each(['localhost', 'a.localhost', '127.0.0.1', '127.255.1.2', '[::1]'])('is not sent from %s', async (host) => {
    await visit(`http://${host}:8080/schedule`, 'https://stats.example.org/analytics');
    expect(fetched).not.toHaveBeenCalled();
    expect(document.head.querySelector('script')).toBeNull();
  });

  it.each([
    ['/analytics', 'https://sport.example/analytics'],
    ['https://stats.example.org/analytics', 'https://stats.example.org/analytics'],
  ])('goes to the host of the settings: %s', async (base, host) => {
    await visit('https://sport.example/schedule', base);
    expect(addresses()).toEqual(paths.map((path) => `${host}/datalake/${path}`));
    expect(document.head.querySelector('script')?.src).toContain('www.googletagmanager.com');
  });

  it('has the outer tracking value with each visit of a page, for three hours', async () => {
    const { recordPageView } = await visit('https://sport.example/schedule');
    window.dispatchEvent(new Event('pageshow'));
    vi.setSystemTime(Date.now() + 10_800_000 - 1);
    recordPageView('/about');
    vi.setSystemTime(Date.now() + 1);
    recordPageView('/faq');
    await vi.advanceTimersByTimeAsync(0);
    const visits = bodies().filter((body) => (body as { event?: string }).event === 'visit_page');
    expect(visits).toMatchObject([
      { session_uuid: 'session', extras: { path: '/schedule', trk: 'poster' } },
      { session_uuid: 'session', extras: { path: '/about', trk: 'poster' } },
      { session_uuid: 'session', extras: { path: '/faq', trk: null } },
    ]);
  });

  it('has the calls that failed or took long, the first fifty', async () => {
    const { bus } = await visit('https://sport.example/schedule');
    window.dispatchEvent(new Event('pageshow'));
    for (let i = 1; i <= 51; i++) bus.emit('record', { event: 'api_request', extras: { duration: i } });
    await vi.advanceTimersByTimeAsync(0);
    const calls = bodies().filter((body) => (body as { event?: string }).event === 'api_request');
    expect(calls).toHaveLength(50);
    expect(calls[49]).toMatchObject({ session_uuid: 'session', extras: { duration: 50 } });
  });
});
