import { expect, it } from 'vitest';
import { initialState } from '../control/state';
import { readMessage, tell } from './protocol';

const said = (command: unknown, value?: unknown) => readMessage({ grandstand: 1, command, value });

it('understands what it is asked', () => {
  expect(said('hello')).toEqual({ order: { kind: 'hello' } });
  expect(said('play', 'with what it does not need')).toEqual({ order: { kind: 'play' } });
  expect(said('seek', 12.5)).toEqual({ order: { kind: 'seek', to: 12.5 } });
  expect(said('seek', 'live')).toEqual({ order: { kind: 'seek', to: 'live' } });
  expect(said('mute', false)).toEqual({ order: { kind: 'mute', on: false } });
  expect(said('volume', 0)).toEqual({ order: { kind: 'volume', to: 0 } });
  expect(said('quality', 'auto')).toEqual({ order: { kind: 'quality', to: 'auto' } });
  expect(said('quality', 720)).toEqual({ order: { kind: 'quality', to: 720 } });
});

it.each([
  ['seek', -1],
  ['seek', Number.NaN],
  ['seek', Number.POSITIVE_INFINITY],
  ['seek', '10'],
  ['seek', null],
  ['seek', { valueOf: () => 1 }],
  ['volume', 1.01],
  ['volume', true],
  ['mute', 'yes'],
  ['quality', -1],
  ['quality', 'best'],
])('does not take %s of %j', (command, value) => {
  expect(said(command, value)).toEqual({ problem: 'bad_value' });
});

it('says that it does not know a command', () => {
  expect(said('eval', 'alert(1)')).toEqual({ problem: 'unknown_command' });
  expect(said('constructor')).toEqual({ problem: 'unknown_command' });
  expect(said('__proto__')).toEqual({ problem: 'unknown_command' });
});

it.each([
  null,
  undefined,
  'play',
  7,
  [],
  {},
  { command: 'play' },
  { grandstand: '1', command: 'play' },
  { grandstand: 2, command: 'play' },
  { grandstand: 1 },
  { grandstand: 1, command: ['play'] },
  { grandstand: 1, command: 7 },
])('leaves alone what is not meant for it: %j', (data) => {
  expect(readMessage(data)).toBeNull();
});

it('tells no length that would tell how a game went', () => {
  const state = { ...initialState, span: { start: 5, end: 65 }, position: 25.04 };
  expect(tell(state)).toMatchObject({ position: 20, duration: 60, behind: null });
  expect(tell({ ...state, hidesEnd: true }).duration).toBeNull();
  expect(tell({ ...state, live: true, behind: 4.26 })).toMatchObject({ duration: null, behind: 4.3 });
});

it('names qualities by their lines', () => {
  const qualities = [
    { id: 0, height: 360, bitrate: 1 },
    { id: 1, height: 720, bitrate: 2 },
    { id: 2, height: 720, bitrate: 3 },
    { id: 3, height: 0, bitrate: 4 },
  ];
  expect(tell({ ...initialState, qualities, quality: 1 })).toMatchObject({ quality: 720, qualities: [720, 360] });
});
