import type { Page, Request } from '@playwright/test';
import { expect, test } from '../fixtures.ts';

/** Paths of the start-up protocol that the page calls, in order. */
function watchStart(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request: Request) => {
    const { pathname } = new URL(request.url());
    if (/channel-key|get_api_key|bootstrap|settings$|profile$/.test(pathname)) calls.push(pathname);
  });
  return calls;
}

/** Serves the page as a static host would: without what the server knows. */
async function asStaticHost(page: Page): Promise<void> {
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const response = await route.fetch();
    const text = await response.text();
    const body = text.replace(/<script type="application\/json" id="boot">[\s\S]*?<\/script>/, '');
    return route.fulfill({ response, body });
  });
}

const stored = (page: Page, name: string) =>
  page.evaluate((key) => (JSON.parse(localStorage.getItem(key) ?? 'null') as { value: unknown } | null)?.value, name);

test('a first visit gets its keys once and keeps them', async ({ page }) => {
  const calls = watchStart(page);
  await page.goto('/404');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.poll(() => stored(page, 'rudy_api_key')).toBeTruthy();
  expect(await stored(page, 'rudy_channel_key')).toBe('demo');
  expect(calls.filter((path) => path.endsWith('get_api_key'))).toHaveLength(1);

  calls.length = 0;
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(calls.filter((path) => path.endsWith('get_api_key'))).toHaveLength(0);
});

test('a static host starts by the protocol, behind a loader', async ({ page }) => {
  await asStaticHost(page);
  const calls = watchStart(page);
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/channel-bootstrap-data*', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/404', { waitUntil: 'commit' });
  await expect.poll(() => calls.some((path) => path.endsWith('bootstrap-data'))).toBe(true);
  await expect(page.getByRole('link', { name: 'Go to Home page' })).toHaveCount(0);
  release();
  await expect(page.getByRole('link', { name: 'Go to Home page' })).toBeVisible();
  expect(calls.map((path) => path.split('/').at(-1))).toEqual([
    'channel-key',
    'get_api_key',
    'settings',
    'channel-bootstrap-data',
  ]);
});

test('the menu, the pages, the colours and the settings come in one call', async ({ page }) => {
  await asStaticHost(page);
  const calls: string[] = [];
  page.on('request', (request: Request) => void calls.push(new URL(request.url()).pathname));
  await page.goto('/');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy policy' }).click();
  await expect(page).toHaveURL(/\/privacy_policy/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(calls).toContain('/api/channel-bootstrap-data');
  expect(calls.filter((path) => /^\/api\/(menu|pages|color-settings\/web)$|^\/storage\/settings\//.test(path))).toEqual(
    [],
  );
});

test('WHOOPS waits a minute, asks for the key again and reloads', async ({ page }) => {
  await page.clock.pauseAt(Date.now());
  let refuse = true;
  await page.route('**/api/get_api_key*', (route) =>
    refuse ? route.fulfill({ status: 503, body: '' }) : route.continue(),
  );
  await page.goto('/404');
  await expect(page.getByRole('heading', { name: 'WHOOPS' })).toBeVisible();
  const button = page.getByRole('button', { name: 'Reload' });
  await expect(button).toBeDisabled();
  await page.clock.runFor(59_000);
  await expect(button).toBeDisabled();
  await expect(page.getByText('You can reload in 1 s')).toBeVisible();
  await page.clock.runFor(1_000);
  await expect(button).toBeEnabled();

  await button.click();
  await expect(page.getByText('You can reload in 60 s')).toBeVisible();
  await page.clock.runFor(60_000);
  refuse = false;
  await button.click();
  await expect(page.getByRole('link', { name: 'Go to Home page' })).toBeVisible();
});

test('a key the server no longer knows is replaced without a word', async ({ page }) => {
  await page.goto('/404');
  await expect.poll(() => stored(page, 'rudy_api_key')).toBeTruthy();
  await page.evaluate(() => {
    const entry = { value: 'x'.repeat(43), expires_at: Date.now() + 1e9 };
    localStorage.setItem('rudy_api_key', JSON.stringify(entry));
  });
  await page.goto('/upcoming');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.poll(() => stored(page, 'rudy_api_key')).not.toBe('x'.repeat(43));
  await expect(page.getByRole('heading', { name: 'WHOOPS' })).toHaveCount(0);
});
