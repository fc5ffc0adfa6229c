import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { Deck } from '../control/deck';
import { Remote } from '../control/remote';
import { bareSurface, fakeEngines, stubPlayback, stubTracks } from '../testing';
import { type Around, Line } from './line';

stubTracks();

const paper = 'https://paper.example';

/** A line to a page around that keeps what it is told. */
function lineTo(parents = [paper]) {
  const said: { to: string; message: Record<string, unknown> }[] = [];
  const around: Around = {
    postMessage: ((message: Record<string, unknown>, to: string) =>
      said.push({ message, to })) as Window['postMessage'],
  };
  let now = 0;
  const line = new Line(around, parents, () => now);
  const hear = (data: unknown, from: { origin?: string; source?: unknown } = {}) =>
    line.hear({ data, origin: paper, source: around as Window, ...(from as object) });
  const ask = (command: string, value?: unknown) => hear({ grandstand: 1, command, value });
  const events = () => said.map(({ message }) => message.event);
  const pass = (ms: number) => {
    now += ms;
  };
  return { line, said, hear, ask, events, pass };
}

async function playing(live = false) {
  const engines = fakeEngines((engine) => {
    engine.live = live;
    engine.edge = live ? 100 : null;
    engine.offered = [
      { id: 0, height: 360, bitrate: 1 },
      { id: 1, height: 720, bitrate: 2 },
    ];
  });
  const deck = new Deck(engines.open);
  const surface = bareSurface();
  const { now, emit } = stubPlayback(surface.video, { readyState: 4, duration: 100, end: 100, currentTime: 40 });
  onTestFinished(deck.attach(surface));
  await deck.open({ item: '1', url: '/media/secret/e1/index.m3u8', live });
  engines.last().hooks.onChange();
  emit('loadedmetadata', 'playing', 'timeupdate');
  return { deck, remote: new Remote(deck), now, emit, video: surface.video, engine: engines.last() };
}

beforeEach(() => localStorage.clear());

it('tells nothing before it is spoken to', async () => {
  const { line, said } = lineTo();
  const { deck, remote, emit } = await playing();
  line.connect(deck, remote);
  emit('pause');
  expect(said).toEqual([]);
});

it('says that it listens, to who may frame it', () => {
  const { line, said } = lineTo();
  line.open(paper)();
  line.open('https://evil.example')();
  line.open(null)();
  expect(said).toEqual([{ to: paper, message: { grandstand: 1, event: 'listening' } }]);
});

it('answers with how things are, and follows', async () => {
  const { line, said, ask, events } = lineTo();
  ask('hello');
  expect(said[0]).toMatchObject({ to: paper, message: { grandstand: 1, event: 'ready', state: 'stop' } });
  const { deck, remote, now, emit } = await playing();
  line.connect(deck, remote);
  expect(said.at(-1)?.message).toMatchObject({ event: 'state', state: 'play', position: 40, qualities: [720, 360] });
  now.currentTime = 41.2;
  emit('timeupdate');
  expect(said.at(-1)?.message).toEqual({ grandstand: 1, event: 'time', position: 41.2, duration: 100, behind: null });
  now.ended = true;
  emit('ended');
  expect(events()).toContain('ended');
  expect(said.every(({ to }) => to === paper)).toBe(true);
});

it('names nobody and no address', async () => {
  const { line, said, ask } = lineTo();
  const { deck, remote, emit } = await playing();
  line.connect(deck, remote);
  ask('hello');
  emit('pause');
  deck.patch({ error: { code: 'P-NET' } });
  const all = JSON.stringify(said);
  expect(all).toContain('P-NET');
  expect(all).not.toMatch(/secret|media|token|user|email/);
});

it('does what it is asked', async () => {
  const { line, ask, events } = lineTo();
  const { deck, remote, now, video, engine } = await playing();
  line.connect(deck, remote);
  ask('pause');
  expect(now.paused).toBe(true);
  ask('play');
  expect(now.paused).toBe(false);
  ask('seek', 12);
  expect(now.currentTime).toBe(12);
  ask('seek', 1e9);
  expect(now.currentTime).toBe(100);
  ask('mute', true);
  ask('mute', true);
  expect(video.muted).toBe(true);
  ask('volume', 0.25);
  expect([video.volume, video.muted]).toEqual([0.25, false]);
  ask('quality', 720);
  ask('quality', 'auto');
  expect(engine.calls).toEqual(['quality 1', 'quality -1']);
  expect(events()).not.toContain('error');
});

it('says what it cannot do', async () => {
  const { line, said, ask } = lineTo();
  ask('play');
  const { deck, remote } = await playing();
  line.connect(deck, remote);
  ask('seek', 'live');
  ask('quality', 1080);
  ask('volume', 7);
  ask('format');
  expect(said.map(({ message }) => message.problem)).toEqual([
    'not_playing',
    'not_playing',
    'not_playing',
    'bad_value',
    'unknown_command',
  ]);
});

it('moves to the live position', async () => {
  const { line, ask } = lineTo();
  const { deck, remote, now } = await playing(true);
  line.connect(deck, remote);
  ask('seek', 'live');
  expect(now.currentTime).toBe(100);
});

it('neither hears nor answers others', async () => {
  const { line, said, hear } = lineTo();
  const { deck, remote, video } = await playing();
  line.connect(deck, remote);
  const pause = { grandstand: 1, command: 'pause' };
  const hello = { grandstand: 1, command: 'hello' };
  for (const data of [pause, hello]) {
    hear(data, { origin: 'https://evil.example' });
    hear(data, { origin: 'null' });
    hear(data, { source: window });
    hear(data, { source: null });
  }
  expect(video.pause).not.toHaveBeenCalled();
  expect(said).toEqual([]);
});

it('stops reading when there is too much, and goes on after a while', () => {
  const { said, ask, pass } = lineTo();
  for (let i = 0; i < 500; i++) ask('hello');
  expect(said.length).toBe(60);
  pass(1001);
  ask('hello');
  expect(said.length).toBe(61);
});

it('stands still once the player is gone', async () => {
  const { line, said, ask } = lineTo();
  const { deck, remote } = await playing();
  const leave = line.connect(deck, remote);
  ask('hello');
  leave();
  expect(said.at(-1)?.message).toMatchObject({ event: 'state', state: 'stop' });
  const before = said.length;
  deck.patch({ position: 3 });
  expect(said.length).toBe(before);
});
