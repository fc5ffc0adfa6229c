import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { local } from './storage';

beforeEach(() => {
  vi.resetModules(); // each test is a page of its own
  localStorage.clear();
});

afterEach(() => Reflect.deleteProperty(navigator, 'globalPrivacyControl'));

async function open(globalPrivacyControl?: boolean) {
  Object.defineProperty(navigator, 'globalPrivacyControl', { value: globalPrivacyControl, configurable: true });
  return import('./consent');
}

it('a browser with Global Privacy Control has said no, and an answer from before does not count', async () => {
  local.save('analytics_consent', 'granted');
  const { answerConsent, consent, isGranted } = await open(true);
  expect(consent.getState().answer).toBe('denied');
  answerConsent('granted');
  expect(isGranted()).toBe(false);
});

it.each([false, undefined])('one without it has not answered (%s)', async (control) => {
  const { answerConsent, consent, isGranted } = await open(control);
  expect(consent.getState().answer).toBeNull();
  answerConsent('granted');
  expect(isGranted()).toBe(true);
});
