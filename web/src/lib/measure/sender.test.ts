import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Report, Told } from '#/api/analytics';
import { answerConsent, consent } from '#/lib/consent';
import { local } from '#/lib/storage';
import { mostWaiting, Sender } from './sender';
import { SessionKeeper } from './session';

const device = { device_type: 'desktop', user_agent: 'test', resolution: '1x1', platform: 'test' } as const;

const report = (event: string): Report => ({
  path: '/datalake/event/',
  body: { event, user_id: 0, user_email: '', extras: {} },
});

interface Sent {
  path: string;
  body?: Record<string, unknown> | undefined;
}

/** A host of analytics that opens sessions s1, s2, … and answers reports as a test has it. */
function aHost(answer: (sent: Sent, nth: number) => number = () => 200) {
  const reports: Sent[] = [];
  let sessions = 0;
  const told = (status: number, data: unknown = null): Told => ({ status, data, retryAfterMs: null });
  const tell = (_: string, path: string, body?: Record<string, unknown>): Promise<Told> => {
    if (path === '/datalake/hash/') return Promise.resolve(told(200, { hash: 'h' }));
    if (path === '/datalake/session/') return Promise.resolve(told(200, { session_uuid: `s${++sessions}` }));
    reports.push({ path, body });
    return Promise.resolve(told(answer({ path, body }, reports.length)));
  };
  const sender = (session = new SessionKeeper()) =>
    new Sender({ base: '/analytics', profile: 'key', device, session, tell });
  return { sender, reports, sessions: () => sessions, names: () => reports.map(({ body }) => body?.event) };
}

const settled = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
  consent.setState({ answer: null, asking: false });
  return () => vi.useRealTimers();
});

describe('reports', () => {
  it('go one after another, under the channel’s key and one session', async () => {
    const host = aHost();
    const sender = host.sender();
    for (const name of ['a', 'b', 'c']) sender.add(report(name));
    await settled();
    expect(host.names()).toEqual(['a', 'b', 'c']);
    expect(host.reports[0]?.body).toEqual({
      profile: 'key',
      session_uuid: 's1',
      event: 'a',
      user_id: 0,
      user_email: '',
      extras: {},
    });
    expect(host.sessions()).toBe(1);
  });

  it('that fail are tried once more and then dropped', async () => {
    const host = aHost(({ body }) => (body?.event === 'bad' ? 500 : 200));
    const sender = host.sender();
    sender.add(report('bad'));
    sender.add(report('good'));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(host.names()).toEqual(['bad', 'bad', 'good']);
  });

  it.each([404, 410])('to a session that is gone (%i) go to a new one', async (status) => {
    const host = aHost((_, nth) => (nth === 1 ? status : 200));
    host.sender().add(report('a'));
    await settled();
    expect(host.reports.map(({ body }) => body?.session_uuid)).toEqual(['s1', 's2']);
  });

  it.each([429, 503])('wait while the server is busy (%i), longer each time, and none is lost', async (status) => {
    const host = aHost((_, nth) => (nth <= 2 ? status : 200));
    const sender = host.sender();
    sender.add(report('a'));
    sender.add(report('b'));
    await vi.advanceTimersByTimeAsync(29_999);
    expect(host.names()).toEqual(['a']);
    await vi.advanceTimersByTimeAsync(1);
    expect(host.names()).toEqual(['a', 'a']);
    await vi.advanceTimersByTimeAsync(59_999);
    expect(host.names()).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(host.names()).toEqual(['a', 'a', 'a', 'b']);
  });

  it('beyond what may wait push the oldest out', async () => {
    const host = aHost((_, nth) => (nth === 1 ? 503 : 200));
    const sender = host.sender();
    sender.add(report('first'));
    await settled();
    for (let i = 0; i < mostWaiting + 5; i++) sender.add(report(`${i}`));
    await vi.advanceTimersByTimeAsync(30_000);
    const names = host.names().slice(1);
    expect(names).toHaveLength(mostWaiting);
    expect(names[0]).toBe('5');
  });

  it('are sent at once when the page goes, also those that come while it goes', async () => {
    const host = aHost();
    const sender = host.sender();
    sender.add(report('before'));
    await settled();
    sender.add(report('during'));
    sender.add(report('waiting'));
    sender.leave();
    sender.add(report('last'));
    expect(host.names()).toEqual(['before', 'during', 'waiting', 'last']);
  });
});

describe('the session', () => {
  it('is another one after 24 hours', async () => {
    const host = aHost();
    const sender = host.sender();
    sender.add(report('a'));
    await settled();
    vi.setSystemTime(Date.now() + 86_400_000 - 1);
    sender.add(report('b'));
    await settled();
    vi.setSystemTime(Date.now() + 1);
    sender.add(report('c'));
    await settled();
    expect(host.reports.map(({ body }) => body?.session_uuid)).toEqual(['s1', 's1', 's2']);
  });

  it('lives only in the page until somebody agrees, then 24 hours from when it began', async () => {
    const host = aHost();
    const keeper = new SessionKeeper();
    host.sender(keeper).add(report('a'));
    await settled();
    expect(keeper.current()).toBe('s1');
    expect(localStorage).toHaveLength(0);
    expect(new SessionKeeper().current()).toBeNull();

    vi.setSystemTime(Date.now() + 3_600_000);
    answerConsent('granted');
    keeper.follow();
    expect(new SessionKeeper().current()).toBe('s1');
    vi.setSystemTime(Date.now() + 86_400_000 - 3_600_000);
    expect(new SessionKeeper().current()).toBeNull();
  });

  it('is gone, here and in the browser, for who takes the agreement back', async () => {
    const host = aHost();
    answerConsent('granted');
    const keeper = new SessionKeeper();
    host.sender(keeper).add(report('a'));
    await settled();
    expect(local.load('analytics_session')).not.toBeNull();
    answerConsent('denied');
    keeper.follow();
    expect(keeper.current()).toBeNull();
    expect(local.load('analytics_session')).toBeNull();
  });

  it('is asked for again later when there is none to be had', async () => {
    let calls = 0;
    const tell = (): Promise<Told> => {
      calls++;
      return Promise.resolve({ status: 0, data: null, retryAfterMs: null });
    };
    const sender = new Sender({ base: '', profile: 'key', device, session: new SessionKeeper(), tell });
    sender.add(report('a'));
    sender.add(report('b'));
    await vi.advanceTimersByTimeAsync(29_999);
    expect(calls).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(calls).toBe(2);
  });
});
