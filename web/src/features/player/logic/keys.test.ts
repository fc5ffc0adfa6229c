import { describe, expect, it } from 'vitest';
import { commandFor, sliderMove } from './keys';

const press = (key: string, more = {}) => ({ key, ctrlKey: false, altKey: false, metaKey: false, ...more });

describe('player keys', () => {
  it.each([
    [' ', 'toggle-play'],
    ['K', 'toggle-play'],
    ['m', 'toggle-mute'],
    ['F', 'toggle-fullscreen'],
    ['c', 'toggle-captions'],
    ['i', 'toggle-pip'],
    ['e', 'seek-edge'],
    ['x', 'clip'],
    ['?', 'help'],
  ])('%s is %s', (key, kind) => {
    expect(commandFor(press(key), 'other')?.kind).toBe(kind);
  });

  it('seeks by five with arrows and by ten with J and L', () => {
    expect(['ArrowLeft', 'ArrowRight', 'j', 'L'].map((key) => commandFor(press(key), 'other'))).toEqual(
      [-5, 5, -10, 10].map((seconds) => ({ kind: 'seek-by', seconds })),
    );
  });

  it('jumps to tenths', () => {
    expect(commandFor(press('0'), 'other')).toEqual({ kind: 'seek-to-fraction', fraction: 0 });
    expect(commandFor(press('7'), 'other')).toEqual({ kind: 'seek-to-fraction', fraction: 0.7 });
  });

  it('steps speed and frames', () => {
    expect(commandFor(press('>'), 'other')).toEqual({ kind: 'speed-step', step: 1 });
    expect(commandFor(press(','), 'other')).toEqual({ kind: 'frame-step', step: -1 });
  });

  it('leaves browser shortcuts, fields and the focused control their keys', () => {
    expect(commandFor(press('f', { ctrlKey: true }), 'other')).toBeNull();
    expect(commandFor(press('k', { metaKey: true }), 'other')).toBeNull();
    expect(commandFor(press('m'), 'field')).toBeNull();
    expect(commandFor(press(' '), 'button')).toBeNull();
    expect(commandFor(press('k'), 'button')?.kind).toBe('toggle-play');
    expect(commandFor(press(' '), 'link')?.kind).toBe('toggle-play');
    expect(commandFor(press('ArrowLeft'), 'link')?.kind).toBe('seek-by');
    expect(commandFor(press('ArrowUp'), 'slider')).toBeNull();
    expect(commandFor(press('ArrowUp'), 'choice')).toBeNull();
    expect(commandFor(press(' '), 'choice')).toBeNull();
    expect(commandFor(press('Tab'), 'other')).toBeNull();
    expect(commandFor(press('z'), 'other')).toBeNull();
  });

  it('leaves the page its arrows where the focus is outside the player', () => {
    expect(commandFor(press(' '), 'other', false)?.kind).toBe('toggle-play');
    expect(commandFor(press('x'), 'button', false)?.kind).toBe('clip');
    expect(commandFor(press('ArrowLeft'), 'other', false)).toEqual({ kind: 'seek-by', seconds: -5 });
    for (const [key, focused] of [
      ['ArrowUp', 'other'],
      ['ArrowDown', 'other'],
      ['ArrowLeft', 'button'],
      ['ArrowLeft', 'link'],
      ['ArrowRight', 'slider'],
      [' ', 'button'],
      [' ', 'field'],
    ] as const) {
      expect(commandFor(press(key), focused, false)).toBeNull();
    }
  });

  it('moves the seek slider as the slider pattern says', () => {
    expect(['Home', 'End', 'PageUp', 'PageDown', 'ArrowLeft', 'ArrowUp', 'a'].map(sliderMove)).toEqual([
      'start',
      'end',
      60,
      -60,
      -5,
      5,
      null,
    ]);
  });
});
