import { describe, expect, it } from 'vitest';
import { resolveZone, viewerZone } from './zones';

describe('resolveZone', () => {
  it.each([
    ['PST', 'America/Los_Angeles'],
    ['edt', 'America/New_York'],
    [' CDT ', 'America/Chicago'],
    ['NST', 'America/St_Johns'],
    ['HNE', 'America/Toronto'],
    ['UTC', 'UTC'],
    ['America/Halifax', 'America/Halifax'],
  ])('of %j is %s', (name, zone) => {
    expect(resolveZone(name)).toBe(zone);
  });

  it.each(['', '  ', 'Mars/Olympus', 'XYZ', '__proto__x'])('does not know %j', (name) => {
    expect(resolveZone(name)).toBeNull();
  });

  it('resolves every alias to a zone the browser knows', () => {
    for (const name of ['PT', 'MST', 'MDT', 'CST', 'AST', 'ADT', 'NDT', 'AKST', 'HST', 'HAE', 'HNP', 'HAT', 'GMT']) {
      expect(() => new Intl.DateTimeFormat('en', { timeZone: resolveZone(name) ?? 'bad' })).not.toThrow();
    }
  });
});

it('knows the zone of this machine', () => {
  expect(resolveZone(viewerZone())).not.toBeNull();
});
