import { describe, expect, test } from 'vitest';
import { isRunning, nextCharge, periodEnd } from './subscription';

const at = (text: string) => Date.parse(text);

describe('nextCharge', () => {
  test.each([
    ['monthly', 0, '2026-11-22T12:00:00Z', '2026-12-22T12:00:00Z'],
    ['monthly', 7, '2026-11-22T12:00:00Z', '2026-11-29T12:00:00Z'],
    ['annual', 0, '2026-11-22T12:00:00Z', '2027-11-22T12:00:00Z'],
    ['annual', 0, '2028-02-29T12:00:00Z', '2029-02-28T12:00:00Z'],
    ['annual', 14, '2026-11-22T12:00:00Z', '2026-12-06T12:00:00Z'],
  ] as const)('%s with %i days free from %s', (renewal, days, from, want) => {
    expect(new Date(nextCharge(renewal, days, at(from))).toISOString()).toBe(new Date(want).toISOString());
  });
});

test('a cancelled subscription runs until it has ended', () => {
  expect(isRunning({ status: 'canceled', ended_at: null })).toBe(true);
  expect(isRunning({ status: 'canceled', ended_at: '2026-11-22T12:00:00Z' })).toBe(false);
  expect(isRunning({ status: 'expired', ended_at: null })).toBe(false);
  expect(isRunning({ status: 'inactive', ended_at: null })).toBe(false);
});

test('what has ended ended then, whatever was paid', () => {
  const [period_ends_at, ended_at] = ['2026-12-20T12:00:00Z', '2026-11-22T12:00:00Z'];
  expect(periodEnd({ trial_ends_at: null, period_ends_at, ended_at })).toBe(ended_at);
  expect(periodEnd({ trial_ends_at: null, period_ends_at, ended_at: null })).toBe(period_ends_at);
});
