import { describe, expect, it } from 'vitest';
import { contrast } from './colour';
import { crest, crestSeed, initial } from './crest';

const named = (id: number, color = '#2348c7') => ({ id, name: 'Laurentide Lynx', short_name: 'Laurentide', color });

describe('crest', () => {
  it('gives 24 consecutive ids the 24 combinations of outline and figure', () => {
    const seen = new Set(Array.from({ length: 24 }, (_, i) => crest(named(101 + i))).map((c) => c.shape + c.pattern));
    expect(seen.size).toBe(24);
  });

  it('never gives neighbours the same outline or the same figure', () => {
    for (let id = 1; id < 200; id++) {
      const [a, b] = [crest(named(id)), crest(named(id + 1))];
      expect(a.shape).not.toBe(b.shape);
      expect(a.pattern).not.toBe(b.pattern);
    }
  });

  it('is the same on every call', () => {
    expect(crest(named(7))).toEqual(crest(named(7)));
  });

  it('gives the teams of one school one emblem', () => {
    expect(crestSeed({ ...named(40), participant_group_id: 3 })).toBe(crestSeed(named(3)));
  });

  it('keeps figure and letter visible on any field', () => {
    for (let v = 0; v < 4096; v += 11) {
      const drawn = crest(named(v, `#${v.toString(16).padStart(3, '0')}`));
      expect(contrast(drawn.figure, drawn.field)).toBeGreaterThanOrEqual(2);
      expect(contrast(drawn.ink, drawn.field)).toBeGreaterThanOrEqual(3);
    }
  });

  it('draws a team without a colour or a name', () => {
    const drawn = crest({ id: -3, name: '', color: '' });
    expect(drawn.shape).not.toBe('');
    expect(drawn.pattern).not.toBe('');
    expect(drawn.letter).toBe('');
  });
});

describe('initial', () => {
  it.each([
    ['Laurentide', 'L'],
    ['école', 'É'],
    ["l'Estrie", 'L'],
    ['  «Géants»', 'G'],
    ['49ers', '4'],
    ['—', ''],
  ])('of %j is %j', (name, letter) => {
    expect(initial(name)).toBe(letter);
  });
});
