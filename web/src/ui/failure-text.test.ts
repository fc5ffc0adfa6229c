import { i18n } from '@lingui/core';
import { expect, it } from 'vitest';
import { CallError } from '#/api/failure';
import { failureText } from './failure-text';

const problem = {
  kind: 'problem' as const,
  status: 400,
  code: 'validation_failed',
  detail: 'The request is not valid. at_ms: The value is not valid.',
  fields: [
    { field: 'at_ms', code: 'invalid', message: 'The value is not valid.' },
    { field: 'body.home', code: 'invalid', message: 'The value is not valid.' },
    { field: 'clock', code: 'too_long', message: 'This is too long.' },
  ],
  requestId: 'r',
  retryAfterMs: null,
};

it('names no field of the API', () => {
  expect(failureText(i18n, new CallError(problem))).toBe('The value is not valid. This is too long.');
});

it.each([
  [
    'a sentence of the server',
    new CallError({ ...problem, code: 'user_not_found', detail: 'User not found.', fields: [] }),
    'User not found.',
  ],
  ['no JSON', new CallError({ kind: 'bad_response', status: 502 }), /^Something went wrong/],
  ['a broken answer', new SyntaxError('Unexpected token < in JSON'), /^Something went wrong/],
  ['no network', new CallError({ kind: 'network' }), /^You have no connection/],
  ['no answer in time', new CallError({ kind: 'timeout' }), /^The server took too long/],
  ['a fault of the app', new TypeError('x is undefined'), /^Something went wrong/],
])('says %s in words', (_, error, want) => {
  expect(failureText(i18n, error)).toMatch(want);
});
