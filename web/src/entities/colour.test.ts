import { describe, expect, it } from 'vitest';
import { contrast, INK, mix, NO_COLOUR, onColour, parseHex, safeColour } from './colour';

describe('hex colours', () => {
  it.each([
    ['#fff', [255, 255, 255]],
    ['#2348C7', [35, 72, 199]],
    [' #0c7c80 ', [12, 124, 128]],
  ])('reads %s', (hex, rgb) => {
    expect(parseHex(hex)).toEqual(rgb);
  });

  it.each(['', 'red', '#12', '#12345', 'url(x)', 'rgb(0,0,0)', '#12345g'])('refuses %j', (hex) => {
    expect(parseHex(hex)).toBeNull();
    expect(safeColour(hex)).toBe(NO_COLOUR);
  });
});

describe('contrast', () => {
  it('spans 1 to 21 and does not care about order', () => {
    expect(contrast('#000', '#fff')).toBeCloseTo(21, 5);
    expect(contrast('#123456', '#123456')).toBe(1);
    expect(contrast('#2348c7', '#fff')).toBe(contrast('#fff', '#2348c7'));
  });

  it('gives every plate a text colour that large text can be read in', () => {
    for (let v = 0; v < 4096; v += 7) {
      const plate = `#${v.toString(16).padStart(3, '0')}`;
      expect(contrast(plate, onColour(plate)), plate).toBeGreaterThanOrEqual(3);
    }
  });

  it('puts white on blue and ink on gold', () => {
    expect(onColour('#2348c7')).toBe('#ffffff');
    expect(onColour('#e0a100')).toBe(INK);
  });
});

describe('mix', () => {
  it('goes from one colour to the other', () => {
    expect(mix('#ffffff', '#000000', 0)).toBe('#000000');
    expect(mix('#ffffff', '#000000', 1)).toBe('#ffffff');
    expect(mix('#ffffff', '#000000', 0.5)).toBe('#808080');
  });
});
