import { afterEach, describe, expect, it } from 'vitest';
import { forgetMailedLink, mailedLink, takeMailedLink } from './mailed-link';
import { tab } from './storage';

const query = 'email=ada%2Bfan%40example.com&expires=1772370000&signature=s3cret';
const link = { email: 'ada+fan@example.com', expires: '1772370000', signature: 's3cret' };

function open(href: string): void {
  history.replaceState(null, '', href);
  takeMailedLink();
}

afterEach(() => open('/'));

describe('a mailed link', () => {
  it('leaves the address bar and its tab knows it, also after the page is loaded again', () => {
    open(`/password-reset?lang=fr&${query}#top`);
    expect(location.href).toBe(`${location.origin}/password-reset?lang=fr#top`);
    expect(mailedLink('/password-reset')).toEqual(link);
    takeMailedLink();
    expect(mailedLink('/password-reset')).toEqual(link);
  });

  it('is of one page', () => {
    open(`/verify-email?${query}`);
    expect(mailedLink('/password-reset')).toBeNull();
    expect(mailedLink('/verify-email')).toEqual(link);
  });

  it.each([
    `${query}&signature=another`,
    `${query}&email=eve%40example.com`,
    query.replace(/&signature=.*/, ''),
    'signature=s3cret',
  ])('with a part missing or twice is none: %s', (bad) => {
    open(`/verify-email?${query}`);
    open(`/verify-email?${bad}`);
    expect(location.search).toBe('');
    expect(mailedLink('/verify-email')).toBeNull();
  });

  it('is forgotten when it has done its work', () => {
    open(`/verify-email?${query}`);
    forgetMailedLink();
    expect(mailedLink('/verify-email')).toBeNull();
  });

  it('is not looked for on other pages', () => {
    open(`/faq?${query}`);
    expect(location.search).toBe(`?${query}`);
    expect(mailedLink('/faq')).toBeNull();
  });

  it.each([12, 'text', {}, { path: '/verify-email', email: 1, expires: 2, signature: 3 }])(
    'is not read from %j',
    (stored) => {
      tab.save('mailed_link', stored);
      expect(mailedLink('/verify-email')).toBeNull();
    },
  );
});
