import { defineConfig } from '@playwright/test';

// test/e2e starts a server and runs this with GRANDSTAND_URL; by hand: `make run` in one terminal, then
// `GRANDSTAND_URL=http://127.0.0.1:8080 npm run e2e -- --grep-invert @encoder` here.
export default defineConfig({
  testDir: '.',
  outputDir: '../../artifacts/playwright',
  fullyParallel: true,
  workers: 3,
  forbidOnly: true,
  // Generous, as a busy machine is no reason to fail; nothing here is timed.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: [['list']],
  use: {
    baseURL: process.env.GRANDSTAND_URL ?? 'http://127.0.0.1:8080',
    browserName: 'chromium',
    locale: 'en-CA',
    timezoneId: 'America/Toronto',
    viewport: { width: 1440, height: 900 },
    trace: process.env.GRANDSTAND_TRACE ? 'on' : 'off', // recording one takes as much of the machine as the test
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.GRANDSTAND_CHROMIUM ?? '/usr/bin/chromium-headless-shell',
      // A container gives no user namespaces, and root no sandbox.
      args: ['--no-sandbox', '--disable-dev-shm-usage'],
    },
  },
});
