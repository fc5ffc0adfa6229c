import { type InfiniteData, QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keys } from '#/api/keys';
import type { EventSummary, HomeEvents, Page, Standing } from '#/api/types';
import { event, liveEvent } from '#/testing/events';
import { followLive } from './live-feed';
import { chooseSpoilers } from './spoiler-choice';

/** An event source whose server is the test. */
class FakeSource extends EventTarget {
  static opened: FakeSource[] = [];
  readonly url: string;
  closed = false;

  constructor(url: string) {
    super();
    this.url = url;
    FakeSource.opened.push(this);
  }

  close() {
    this.closed = true;
  }

  begin() {
    this.dispatchEvent(new Event('open'));
  }

  tell(...events: Standing[]) {
    this.dispatchEvent(new MessageEvent('events', { data: JSON.stringify({ events }) }));
  }

  fail() {
    this.dispatchEvent(new Event('error'));
  }
}

const now = (id: number, over: Partial<Standing> = {}): Standing => ({
  id,
  status: 'live',
  stream_status: 'live',
  stream_state: 'live',
  schedule_status: 'on',
  event_utc_ts: Date.UTC(2026, 10, 22, 0, 30) / 1000,
  time_tba: false,
  ...over,
});
const score = (away: number, home: number) => ({ away, home, period: 'P2', clock: '8:14', at_ms: 5 });

let client: QueryClient;
let stop: () => void;
let seen: DocumentVisibilityState;

function look(visibility: DocumentVisibilityState) {
  seen = visibility;
  document.dispatchEvent(new Event('visibilitychange'));
}

const last = () => FakeSource.opened.at(-1) as FakeSource;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('EventSource', FakeSource);
  seen = 'visible';
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => seen);
  FakeSource.opened = [];
  keys.setChannel('demo', '/api');
  keys.setApi('k'.repeat(43));
  client = new QueryClient();
  const page: Page<EventSummary> = {
    data: [liveEvent({ id: 1 }), event({ id: 2 })],
    meta: { total: 2, limit: 20, offset: 0 },
  };
  const home: HomeEvents = {
    live: [liveEvent({ id: 1 })],
    upcoming: [event({ id: 2 })],
    on_demand: [],
    rails: [{ id: 1, title: '', alias: '', events: [liveEvent({ id: 1 })] }],
  };
  client.setQueryData(['events', {}], page);
  client.setQueryData(['events-for-homepage', {}], home);
  client.setQueryData(['events', 'list', {}], { pages: [page, page], pageParams: ['', 'a'] });
  stop = followLive(client);
});

afterEach(() => {
  stop();
  chooseSpoilers(false);
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const listed = () => client.getQueryData<Page<EventSummary>>(['events', {}])?.data ?? [];
const atHome = () => client.getQueryData<HomeEvents>(['events-for-homepage', {}]) as HomeEvents;

describe('the live feed', () => {
  it('brings a score to lists, home and rails', () => {
    last().begin();
    last().tell(now(1, { score: score(87, 93) }));
    expect(listed()[0]?.score?.home).toBe(93);
    const list = client.getQueryData<InfiniteData<Page<EventSummary>>>(['events', 'list', {}]);
    expect(list?.pages.map((page) => page.data[0]?.score?.home)).toEqual([93, 93]);
    expect(atHome().live[0]?.score?.away).toBe(87);
    expect(atHome().rails[0]?.events[0]?.score?.home).toBe(93);
    const before = listed();
    last().tell(now(1, { score: score(87, 93) }));
    expect(listed()).toBe(before);
  });

  it('keeps a score that an older answer lacks, and takes a newer one', async () => {
    last().begin();
    last().tell(now(1, { score: score(87, 93) }));
    const answer = (at_ms: number, home: number) => ({
      data: [liveEvent({ id: 1, score: { ...score(80, home), at_ms } })],
      meta: { total: 1, limit: 20, offset: 0 },
    });
    const fetched = async (data: object) => {
      await client.fetchQuery({ queryKey: ['events', {}], queryFn: () => Promise.resolve(data), staleTime: 0 });
      return listed()[0]?.score?.home;
    };
    expect(await fetched(answer(4, 80))).toBe(93);
    expect(await fetched(answer(6, 99))).toBe(99);
  });

  it('has lists asked anew when a status changes, and only then', async () => {
    const asked = vi.spyOn(client, 'invalidateQueries');
    last().begin();
    last().tell(now(1), now(2, { status: 'upcoming', stream_status: 'upcoming', stream_state: 'idle' }));
    last().tell(now(1, { score: score(4, 2) }));
    await vi.advanceTimersByTimeAsync(2_000);
    expect(asked).not.toHaveBeenCalled();
    last().tell(now(2));
    await vi.advanceTimersByTimeAsync(2_000);
    expect(asked).toHaveBeenCalledWith({ queryKey: ['event', 2] });
    expect(asked).toHaveBeenCalledWith({ queryKey: ['events'] });
    expect(asked).toHaveBeenCalledWith({ queryKey: ['events-for-homepage'] });
  });

  it('comes back after a break, each time a little later', async () => {
    last().begin();
    last().fail();
    expect(last().closed).toBe(true);
    for (const [tries, ms] of [
      [2, 1_000],
      [3, 2_000],
      [4, 4_000],
    ] as const) {
      await vi.advanceTimersByTimeAsync(ms);
      expect(FakeSource.opened).toHaveLength(tries);
      last().fail();
    }
  });

  it('waits while the page is out of sight, and catches up after a long time', async () => {
    const asked = vi.spyOn(client, 'invalidateQueries');
    last().begin();
    look('hidden');
    expect(last().closed).toBe(true);
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    expect(FakeSource.opened).toHaveLength(1);
    look('visible');
    expect(FakeSource.opened).toHaveLength(2);
    last().begin();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(asked).toHaveBeenCalledWith({ queryKey: ['events'] });
  });

  it('says whose it is, and opens anew when scores are to be hidden', () => {
    expect(last().url).toBe(`/api/live-feed?api_key=${'k'.repeat(43)}`);
    chooseSpoilers(true);
    expect(FakeSource.opened.map(({ closed }) => closed)).toEqual([true, false]);
    expect(last().url).toContain('spoilers=hide');
  });
});
