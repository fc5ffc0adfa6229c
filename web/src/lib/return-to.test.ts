import { describe, expect, it } from 'vitest';
import { rememberPage, returnHref } from './return-to';
import { tab } from './storage';

describe('return to', () => {
  it('goes home when nothing is remembered', () => {
    expect(returnHref()).toBe('/');
  });

  it('remembers the full address, its path and its query', () => {
    rememberPage('/watch/7?t=12#clips', { id: '7' });
    expect(returnHref()).toBe('/watch/7?t=12#clips');
    expect(tab.load('last_page')).toEqual({
      href: '/watch/7?t=12#clips',
      path: '/watch/7',
      query: { t: '12' },
      params: { id: '7' },
    });
  });

  it('does not remember another site', () => {
    rememberPage('//evil.example/');
    expect(returnHref()).toBe('/');
  });

  it.each(['//evil.example/', '/\\evil.example', 'https://evil.example', 12, null])(
    'does not return to a stored %j',
    (href) => {
      tab.save('last_page', { href });
      expect(returnHref()).toBe('/');
    },
  );
});
