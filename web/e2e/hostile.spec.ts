import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

/**
 * Channels whose every string tries to run a script (test/e2e/hostile_test.go makes them): nothing runs, and the page's
 * policy has nothing to stop. Every page is looked at in one of the languages, the next channel's in the other.
 */

const hosts = (process.env.GRANDSTAND_HOSTILE ?? '').split(',').filter(Boolean);

const paths = [
  '/',
  '/?sport=sport',
  '/?school=school',
  '/?team=one',
  '/schedule',
  '/schedule?search=alert',
  '/faq',
  '/about',
  '/contacts',
  '/packages',
  '/packages/passes',
  '/login',
  '/registration',
  '/?modal=contacts',
  '/not/there',
];

function listen(page: Page): string[] {
  const fired: string[] = [];
  page.on('dialog', (dialog) => {
    fired.push(`${page.url()}: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('console', (message) => {
    if (/Content Security Policy|Refused to/.test(message.text())) fired.push(`${page.url()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => fired.push(`${page.url()}: ${error.message}`));
  return fired;
}

async function look(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

test('a listener hears what runs', async ({ page, baseURL }) => {
  const fired = listen(page);
  await page.goto(baseURL ?? '');
  await page.evaluate(() => alert('heard'));
  expect(fired).toHaveLength(1);
});

for (const [turn, language] of ['en', 'fr'].entries()) {
  test(`nothing that an operator wrote runs in ${language}`, { tag: '@encoder' }, async ({ page, baseURL }) => {
    expect(hosts.length, 'no hostile channels').toBeGreaterThan(3);
    const port = new URL(baseURL ?? '').port;
    const fired = listen(page);
    for (const [nth, host] of hosts.entries()) {
      const isTurn = (_: string, n: number) => (n + nth) % 2 === turn;
      const at = (path: string) => `http://${host}:${port}${path}${path.includes('?') ? '&' : '?'}lang=${language}`;
      for (const path of paths.filter(isTurn)) await look(page, at(path));
      await look(page, at('/schedule'));
      const games = await page
        .getByRole('main')
        .locator('a[href^="/watch/"]')
        .evaluateAll((links) => [...new Set(links.map((link) => link.getAttribute('href') ?? ''))]);
      expect(games).toHaveLength(2);
      for (const game of games.filter(isTurn)) await look(page, at(game));
      await look(page, at('/faq'));
      await page.locator('summary').first().click();
    }
    expect(fired).toEqual([]);
  });
}
