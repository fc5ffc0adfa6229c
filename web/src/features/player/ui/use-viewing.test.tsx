import { render } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { bus } from '#/lib/bus';
import { someSettings } from '#/testing/bootstrap';
import { Deck } from '../control/deck';
import type { Viewed } from '../control/viewing';
import { useViewing } from './use-viewing';

const viewed: Viewed = {
  stream_id: 5,
  stream_type: 'event',
  category: 'hockey',
  sport: 'hockey',
  gender: 'W',
  school: '3',
  league: 'd1',
};
const settings = {
  ...someSettings({ 'yare-analytics': 'key' }),
  analytics: { base_url: '/analytics', local: true },
};

let told: { view: string; what: string | number }[];
let stop: () => void;

beforeEach(() => {
  told = [];
  stop = bus.on('viewing', (fact) => told.push({ view: fact.view, what: 'event' in fact ? fact.event : fact.seconds }));
});
afterEach(() => stop());

interface WatchingProps {
  deck: Deck;
  item: string;
  measures?: boolean;
}

function Watching({ deck, item, measures = true }: WatchingProps) {
  const source = { item, url: `/media/t/${item}/index.m3u8`, live: false };
  useViewing(deck, source, viewed, measures ? settings : someSettings({ 'yare-analytics': 'key' }));
  return null;
}

/** Two seconds are watched, as the element says it. */
function watch(deck: Deck, atMs: number) {
  deck.patch({ phase: 'play', position: 0 });
  clock = atMs;
  deck.patch({ phase: 'play', position: 2 });
}

let clock = 0;
beforeEach(() => {
  clock = 0;
  const now = performance.now.bind(performance);
  performance.now = () => clock;
  return () => {
    performance.now = now;
  };
});

it('tells the last seconds when the page goes, and none of them twice', () => {
  const deck = new Deck();
  const view = render(<Watching deck={deck} item="5" />);
  watch(deck, 2_000);
  window.dispatchEvent(new Event('pagehide'));
  expect(told.map(({ what }) => what)).toEqual(['play', 2]);
  view.unmount();
  expect(told).toHaveLength(2);
});

it('is another viewing for another item, and engines are given its name', () => {
  const deck = new Deck();
  const view = render(<Watching deck={deck} item="5" />);
  const first = deck.quality?.session;
  watch(deck, 2_000);
  view.rerender(<Watching deck={deck} item="6" />);
  expect(told.map(({ what }) => what)).toEqual(['play', 2]);
  expect(told.every(({ view: name }) => name === first)).toBe(true);
  expect(deck.quality?.content).toBe('event:5');
  expect(deck.quality?.session).not.toBe(first);
  view.unmount();
  expect(deck.quality).toBeNull();
});

it('measures nothing on the machine itself', () => {
  const deck = new Deck();
  render(<Watching deck={deck} item="5" measures={false} />);
  watch(deck, 2_000);
  expect(told).toEqual([]);
  expect(deck.quality).toBeNull();
});
