import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const DAY = 86_400_000;
const device = Date.UTC(2026, 10, 27, 12);
const server = device - DAY;

let clock: typeof import('./server-clock');

beforeEach(async () => {
  vi.useFakeTimers({ now: device });
  vi.resetModules();
  clock = await import('./server-clock');
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('is the clock of this device until an answer tells the server’s', () => {
  expect(clock.serverNow()).toBe(device);
  clock.noteServerTime(server);
  expect(clock.serverNow()).toBe(server);
  vi.advanceTimersByTime(60_000);
  expect(clock.serverNow()).toBe(server + 60_000);
});

it('is the clock of this device where both agree within two seconds', () => {
  clock.noteServerTime(device - 1500);
  expect(clock.serverNow()).toBe(device);
});

it('ignores the time of an answer that comes from a cache', () => {
  clock.noteServerTime(server);
  vi.advanceTimersByTime(60_000);
  clock.noteServerTime(server - 3_600_000);
  clock.noteServerTime(Number.NaN);
  expect(clock.serverNow()).toBe(server + 60_000);
});

it('follows when the clock of this device is set', () => {
  clock.noteServerTime(device + DAY);
  vi.setSystemTime(device + DAY); // the clock is set right
  clock.noteServerTime(device + DAY);
  expect(clock.serverNow()).toBe(device + DAY);
});

it('takes the time from the headers of the page, unless the page comes from the browser’s cache', () => {
  const entry = { serverTiming: [{ name: 'clock', description: `${server}` }], responseStart: 0, transferSize: 0 };
  vi.stubGlobal('performance', { now: () => 0, timeOrigin: device, getEntriesByType: () => [entry] });
  clock.notePageTime();
  expect(clock.serverNow()).toBe(device);
  entry.transferSize = 900;
  clock.notePageTime();
  expect(clock.serverNow()).toBe(server);
});
