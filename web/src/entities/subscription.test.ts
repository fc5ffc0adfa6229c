import { expect, test } from 'vitest';
import { isOnHold, isRunning, periodEnd } from './subscription';

test('a cancelled subscription runs until it has ended', () => {
  const paid = { past_due: false, payments_paused: false, uncharged_until: null, ended_at: null, dispute: '' } as const;
  expect(isRunning({ ...paid, status: 'canceled' })).toBe(true);
  // The dashboard has ended it in advance: what is paid goes on.
  expect(isRunning({ ...paid, status: 'canceled', ended_at: '2026-11-22T12:00:00Z' })).toBe(true);
  expect(isRunning({ ...paid, status: 'expired', ended_at: '2026-11-22T12:00:00Z' })).toBe(false);
  expect(isRunning({ ...paid, status: 'expired' })).toBe(false);
  expect(isRunning({ ...paid, status: 'inactive' })).toBe(false);
});

test('one that is not charged for now runs on: nobody can subscribe beside it', () => {
  const stopped = {
    status: 'inactive',
    past_due: false,
    payments_paused: false,
    uncharged_until: null,
    ended_at: null,
    dispute: '',
  } as const;
  expect(isRunning({ ...stopped, payments_paused: true })).toBe(true);
  expect(isRunning({ ...stopped, uncharged_until: '2027-01-20T12:00:00Z' })).toBe(true);
});

test('one whose renewal is not paid runs until it is given up', () => {
  const unpaid = {
    past_due: true,
    payments_paused: false,
    uncharged_until: null,
    ended_at: null,
    dispute: '',
  } as const;
  expect(isRunning({ ...unpaid, status: 'active' })).toBe(true);
  expect(isRunning({ ...unpaid, status: 'inactive' })).toBe(true);
  expect(isRunning({ ...unpaid, status: 'expired', ended_at: '2026-11-22T12:00:00Z' })).toBe(false);
});

test('a subscription under dispute is on hold until it ends', () => {
  const held = {
    past_due: false,
    payments_paused: false,
    uncharged_until: null,
    ended_at: null,
    dispute: 'open',
  } as const;
  expect(isRunning({ ...held, status: 'inactive' })).toBe(true);
  expect(isOnHold({ ...held, status: 'inactive' })).toBe(true);
  expect(isOnHold({ ...held, status: 'expired' })).toBe(false);
  expect(isOnHold({ dispute: 'lost', status: 'inactive' })).toBe(false);
});

test('what has ended ended then, and what was ended in advance opens until the end of what is paid', () => {
  const [period_ends_at, ended_at] = ['2026-12-20T12:00:00Z', '2026-11-22T12:00:00Z'];
  const one = { trial_ends_at: null, period_ends_at };
  expect(periodEnd({ ...one, status: 'expired', ended_at })).toBe(ended_at);
  expect(periodEnd({ ...one, status: 'canceled', ended_at })).toBe(period_ends_at);
  expect(periodEnd({ ...one, status: 'active', ended_at: null })).toBe(period_ends_at);
});
