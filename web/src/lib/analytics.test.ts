import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Settings } from '#/api/types';
import { someSettings } from '#/testing/bootstrap';
import { captureTrk, noteKeyError, outerTrk } from './analytics';
import { bus } from './bus';
import { answerConsent, consent } from './consent';
import { type Fact, Facts } from './facts';
import { isMeasured } from './measure/is-measured';
import { recordKeyErrors } from './measure/key-errors';
import { local } from './storage';

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
  sessionStorage.clear();
  consent.setState({ answer: null, asking: false });
  return () => vi.useRealTimers();
});

const fact = (name: string): Fact => ({ record: { event: 'visit_page', extras: { name } } });

describe('facts', () => {
  it('are kept until the sender takes over, the newest of them', () => {
    const facts = new Facts(2);
    for (const name of ['a', 'b', 'c']) facts.add(fact(name));
    const taken: Fact[] = [];
    facts.handOver((one) => taken.push(one));
    expect(taken).toEqual([fact('b'), fact('c')]);
    facts.add(fact('d'));
    expect(taken).toEqual([fact('b'), fact('c'), fact('d')]);
  });
});

describe('whether visits are measured', () => {
  const settings = (analytics?: Settings['analytics'], key = 'key', tag = '') => ({
    ...someSettings({ 'yare-analytics': key, 'google-analytics': { 'google-tag': tag } }),
    ...(analytics && { analytics }),
  });

  it.each(['localhost', 'a.localhost', '127.0.0.1', '127.1.2.3', '[::1]'])('not at %s, unless it is said', (host) => {
    expect(isMeasured(settings(), host)).toBe(false);
    expect(isMeasured(settings({ base_url: '/analytics', local: false }), host)).toBe(false);
    expect(isMeasured(settings({ base_url: '/analytics', local: true }), host)).toBe(true);
  });

  it.each(['sport.example', '127.0.0.1.example', 'localhost.example', '10.0.0.1'])('at %s', (host) => {
    expect(isMeasured(settings(), host)).toBe(true);
  });

  it('only where a channel has a key or a tag', () => {
    expect(isMeasured(settings(undefined, '', ''), 'sport.example')).toBe(false);
    expect(isMeasured(settings(undefined, '', 'G-1'), 'sport.example')).toBe(true);
  });
});

describe('the outer tracking value', () => {
  it('stays in the memory of the tab without consent, for three hours', () => {
    captureTrk('?trk=poster');
    expect(outerTrk()).toBe('poster');
    expect(localStorage).toHaveLength(0);
    captureTrk('');
    expect(outerTrk()).toBe('poster');
    vi.setSystemTime(Date.now() + 10_800_000);
    expect(outerTrk()).toBeNull();
  });

  it.each(['ann@example.com', 'customer-48151', 'a'.repeat(41)])(
    'lives no longer than the page without consent where it may name a person: %s',
    (trk) => {
      captureTrk(`?trk=${encodeURIComponent(trk)}`);
      expect(outerTrk()).toBe(trk);
      expect([localStorage.length, sessionStorage.length]).toEqual([0, 0]);
      captureTrk('');
      expect(outerTrk()).toBeNull();
    },
  );

  it('is kept for three hours after arrival with consent, and deleted when consent is withdrawn', () => {
    captureTrk('?trk=poster');
    vi.setSystemTime(Date.now() + 60_000);
    answerConsent('granted');
    captureTrk('');
    expect(outerTrk()).toBe('poster');
    vi.setSystemTime(Date.now() + 10_800_000 - 60_001);
    expect(outerTrk()).toBe('poster');
    vi.setSystemTime(Date.now() + 1);
    expect(outerTrk()).toBeNull();

    captureTrk('?trk=mail');
    expect(local.loadText('trk')).toBe('mail');
    answerConsent('denied');
    expect(local.loadText('trk')).toBeNull();
  });
});

describe('a page that got no api key', () => {
  const told = vi.fn<(record: unknown) => void>();

  beforeEach(() => {
    sessionStorage.clear();
    told.mockClear();
    return bus.on('record', told);
  });

  it.each(['granted', 'denied'] as const)('is told of once, whatever was answered: %s', (answer) => {
    answerConsent(answer);
    noteKeyError();
    noteKeyError();
    recordKeyErrors();
    recordKeyErrors();
    expect(told.mock.calls).toEqual([[{ event: 'api_key_error', extras: { times: 2 } }]]);
  });

  it('is a number in the memory of the tab, for a day', () => {
    noteKeyError();
    expect(localStorage).toHaveLength(0);
    expect(sessionStorage).toHaveLength(1);
    vi.setSystemTime(Date.now() + 86_400_000);
    recordKeyErrors();
    expect(told).not.toHaveBeenCalled();
  });
});
