import { describe, expect, it } from 'vitest';
import { arrivalOf } from './arrival';

describe('arrivalOf', () => {
  it.each([
    [{}, null],
    [{ modal: 'login' }, null],
    [
      { social: 'ticket', provider: 'google' },
      { kind: 'social', provider: 'google', ticket: 'ticket' },
    ],
    [
      { social: 'failed', reason: 'cancelled' },
      { kind: 'failed', reason: 'cancelled' },
    ],
    [{ social: 'failed' }, { kind: 'failed', reason: '' }],
    [
      { social: 'ticket', provider: '../../evil' },
      { kind: 'failed', reason: '' },
    ],
    [
      { remote_token: 'a.b.c', return_to: '/watch/7' },
      { kind: 'remote', token: 'a.b.c', returnTo: '/watch/7' },
    ],
    [{ remote_token: 'a.b.c' }, { kind: 'remote', token: 'a.b.c', returnTo: '' }],
  ])('%j', (search, arrival) => {
    expect(arrivalOf(search)).toEqual(arrival);
  });
});
