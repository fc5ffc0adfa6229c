import { describe, expect, it } from 'vitest';
import { cleanTag, draftOf, flawsOf, LONGEST_NAME, MOST_TAGS, untaken, withTags } from './draft';

describe('a draft', () => {
  it('needs a name and a tag', () => {
    expect(flawsOf({ name: '  ', tags: [] })).toEqual({ name: 'required', tags: 'required' });
    expect(flawsOf({ name: 'Goal', tags: ['Goal'] })).toEqual({});
  });

  it('begins empty, or as it is proposed', () => {
    expect(draftOf()).toEqual({ name: '', tags: [] });
    expect(draftOf({ name: 'Goal, Fundy', tags: ['Goal', 'Fundy', 'goal'] })).toEqual({
      name: 'Goal, Fundy',
      tags: ['Goal', 'Fundy'],
    });
    const long = draftOf({ name: 'x'.repeat(200), tags: ['y'.repeat(60), 'Paris, France'] });
    expect(flawsOf(long)).toEqual({});
    expect(long.tags).toEqual(['y'.repeat(40), 'Paris France']);
  });

  it('has a name of at most 120 characters, however they are written', () => {
    expect(flawsOf({ name: '🏒'.repeat(LONGEST_NAME), tags: ['x'] })).toEqual({});
    expect(flawsOf({ name: 'x'.repeat(LONGEST_NAME + 1), tags: ['x'] })).toEqual({ name: 'long' });
  });
});

describe('tags', () => {
  it('are kept without what people put around them', () => {
    expect(cleanTag('  # Go-ahead   goal ')).toBe('Go-ahead goal');
    expect(cleanTag('x'.repeat(60))).toHaveLength(40);
    expect(cleanTag(' # ')).toBe('');
  });

  it('are each there once, at most ten, several at a time by commas', () => {
    expect(withTags(['Goal'], 'goal, Save,, No. 17')).toEqual(['Goal', 'Save', 'No. 17']);
    expect(withTags([], Array.from({ length: 20 }, (_, i) => `t${i}`).join(','))).toHaveLength(MOST_TAGS);
  });

  it('are suggested while there is room and they are not taken', () => {
    expect(untaken(['Goal', 'Save', 'Save'], ['goal'])).toEqual(['Save']);
    expect(
      untaken(
        ['Goal'],
        Array.from({ length: 10 }, (_, i) => `t${i}`),
      ),
    ).toEqual([]);
  });
});
