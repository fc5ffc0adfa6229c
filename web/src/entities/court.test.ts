import { describe, expect, it } from 'vitest';
import { court } from './court';

describe('court', () => {
  it.each([
    ['hockey', 'rink'],
    ['field-hockey', 'field'],
    ['Basketball', 'basketball'],
    ['volleyball', 'volleyball'],
    ['soccer', 'pitch'],
    ['football', 'gridiron'],
    ['rugby', 'rugby'],
    ['boxe', 'ring'],
    ['mma', 'cage'],
    ['kickboxing', 'ring'],
    ['quidditch', 'field'],
    ['', 'field'],
  ])('of %j is a %s', (sport, kind) => {
    expect(court(sport).kind).toBe(kind);
    expect(court(sport).lines).toMatch(/^M/);
  });
});
