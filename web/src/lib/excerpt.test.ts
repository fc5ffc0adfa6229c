import { describe, expect, it } from 'vitest';
import { excerpt } from './excerpt';

describe('excerpt', () => {
  it.each([
    ['', ''],
    ['Laurentide Lynx', 'Laurentide Lynx'],
    ['x'.repeat(32), 'x'.repeat(32)],
    ['x'.repeat(33), `${'x'.repeat(31)}…`],
    [`${'x'.repeat(30)} yy z`, `${'x'.repeat(30)}…`],
    ['⛹️'.repeat(40), `${'⛹️'.repeat(31)}…`],
  ])('of %j is %j', (text, short) => {
    expect(excerpt(text)).toBe(short);
  });
});
