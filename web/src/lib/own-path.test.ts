import { describe, expect, it } from 'vitest';
import { isOwnPath } from './own-path';

describe('isOwnPath', () => {
  it.each(['/', '/watch/1', '/upcoming?search=a//b', '/a#b', '/é'])('takes %s', (href) => {
    expect(isOwnPath(href)).toBe(true);
  });

  it.each([
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    'https://evil.example/',
    'javascript:alert(1)',
    'watch/1',
    '',
    '\\/evil.example',
    '/a\\b',
    null,
    undefined,
    7,
  ])('refuses %j', (href) => {
    expect(isOwnPath(href)).toBe(false);
  });

  it('refuses nothing that stays on this site', () => {
    for (const href of ['/', '/watch/1?x=//y']) expect(new URL(href, location.origin).origin).toBe(location.origin);
  });
});
