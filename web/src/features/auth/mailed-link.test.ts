import { describe, expect, it } from 'vitest';
import { CallError, type Failure } from '#/api/failure';
import { linkSearch, mailedLink, refusalOf, standingOf } from './mailed-link';

const good = { email: 'ada@example.com', expires: '2000', signature: 'secret' };

describe('a mailed link', () => {
  it('is ready until it expires', () => {
    expect(standingOf(good, 1_999_999)).toBe('ready');
    expect(standingOf(good, 2_000_000)).toBe('expired');
  });

  it.each([
    { ...good, email: '' },
    { ...good, signature: '' },
    { ...good, expires: '' },
    { ...good, expires: '12x' },
    { ...good, expires: '9'.repeat(40) },
  ])('is broken when it is not whole: %o', (link) => {
    expect(standingOf(link, 0)).toBe('broken');
  });

  it('is read from any query', () => {
    expect(linkSearch({ email: 'a', expires: 7, other: 'x' })).toEqual({ email: 'a', expires: '', signature: '' });
    expect(mailedLink(good)).toEqual({ email: 'ada@example.com', expires: 2000, signature: 'secret' });
  });

  it.each([
    ['link_expired', 'expired'],
    ['link_used', 'used'],
    ['verification_failed', 'broken'],
    ['email_taken', null],
  ])('%s: %s', (code, state) => {
    const failure: Failure = {
      kind: 'problem',
      status: 422,
      code,
      detail: '',
      fields: [],
      requestId: '',
      retryAfterMs: null,
    };
    expect(refusalOf(new CallError(failure))).toBe(state);
  });
});
