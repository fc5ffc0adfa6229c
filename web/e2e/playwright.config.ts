import { statfsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';
import { everyLook } from './looks.ts';

const baseURL = process.env.GRANDSTAND_URL ?? 'http://127.0.0.1:8080';

/** Everybody has answered whether they may be measured, so that no question lies over what a journey is about. */
const answered = {
  origin: new URL(baseURL).origin,
  localStorage: [
    { name: 'rudy_analytics_consent', value: JSON.stringify({ value: 'denied', expires_at: Date.UTC(2100, 0) }) },
  ],
};

/** Whether browsers may share memory as they do by default: containers often have next to none for that. */
function roomInMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    return bavail * bsize > 2 ** 30;
  } catch {
    return false;
  }
}

// test/e2e starts a server and runs this with GRANDSTAND_URL; by hand: `GRANDSTAND_TRUSTED_PROXIES=127.0.0.1 make run` in
// one terminal, then `GRANDSTAND_URL=http://127.0.0.1:8080 npm run e2e -- --grep-invert @encoder` here.
export default defineConfig({
  testDir: '.',
  outputDir: '../../artifacts/playwright',
  fullyParallel: true,
  workers: 3,
  forbidOnly: true,
  // A journey that passes only at its second try is reported as flaky by test/e2e, and more than three fail a run.
  retries: 1,
  // A server that died would otherwise cost minutes for each journey that is left.
  maxFailures: 8,
  // Generous, as a busy machine is no reason to fail; nothing here is timed.
  timeout: 600_000,
  expect: { timeout: 120_000 },
  reporter: [['list']],
  use: {
    baseURL,
    storageState: { cookies: [], origins: [answered] },
    browserName: 'chromium',
    locale: 'en-CA',
    timezoneId: 'America/Toronto',
    viewport: { width: 1440, height: 900 },
    // Animations make the browser draw the page sixty times a second, which is half of the processor time of a screen.
    contextOptions: { reducedMotion: everyLook ? 'no-preference' : 'reduce' },
    actionTimeout: 120_000,
    // Answers that a journey gives itself do not reach a service worker; journeys about it allow it.
    serviceWorkers: 'block',
    trace: process.env.GRANDSTAND_TRACE ? 'on' : 'off', // recording one takes as much of the machine as the test
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.GRANDSTAND_CHROMIUM ?? '/usr/bin/chromium-headless-shell',
      // A container gives no user namespaces, and root no sandbox. Pages are new to the browser each time, and what it
      // would gain by compiling their scripts well costs a fifth of the processor that journeys take.
      args: ['--no-sandbox', '--js-flags=--no-opt --no-maglev'],
      ignoreDefaultArgs: roomInMemory() ? ['--disable-dev-shm-usage'] : [],
    },
  },
});
