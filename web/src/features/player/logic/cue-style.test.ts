import { expect, it } from 'vitest';
import { knownCues, usualCues } from './cue-style';

it('keeps what it knows of a stored style', () => {
  expect(knownCues({ size: 'large', colour: 'yellow', back: 'none' })).toEqual({
    size: 'large',
    colour: 'yellow',
    back: 'none',
  });
  expect(knownCues({ size: 'huge', colour: 'cyan' })).toEqual({ ...usualCues, colour: 'cyan' });
});

it.each([undefined, null, 7, 'large', [], { size: { toString: () => 'large' } }])(
  'takes the usual one for %j',
  (stored) => {
    expect(knownCues(stored)).toEqual(usualCues);
  },
);
