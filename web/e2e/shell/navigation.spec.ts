import type { APIRequestContext } from '@playwright/test';
import { expect, test } from '../fixtures.ts';

test('an unknown path shows the 404 page, which leads home', async ({ page }) => {
  await page.goto('/no/such/page');
  await expect(page).toHaveURL(/\/404$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Looks like we lose this page');
  await page.getByRole('link', { name: 'Go to Home page' }).click();
  await expect(page).toHaveURL((url) => url.pathname === '/');
});

test('a watch address that is no number is unknown', async ({ page }) => {
  await page.goto('/watch/tonight');
  await expect(page).toHaveURL(/\/404$/);
});

for (const [name, path] of [
  ['Terms and conditions', '/terms_conditions'],
  ['For schools', '/for-schools'],
] as const) {
  test(`the pages of the channel open from the footer, with their title, at the top (${name})`, async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 300 });
    await page.goto('/404');
    const link = page.getByRole('contentinfo').getByRole('link', { name });
    await link.scrollIntoViewIfNeeded();
    expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(100);
    await link.click();
    await expect(page).toHaveURL((url) => url.pathname === path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
    await expect(page).toHaveTitle(new RegExp(`^${name} · `));
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  });
}

test('the focus goes to the heading of the new page, and its title is said', async ({ page }) => {
  await page.goto('/404');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy policy' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page.getByRole('status').filter({ hasText: 'Privacy policy' })).toHaveCount(1);
});

test('the first Tab skips to the content', async ({ page }) => {
  await page.goto('/404');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('#main')).toBeFocused();
});

test('a menu panel opens and closes by keyboard and leads to a school', async ({ page }) => {
  await page.goto('/404');
  const schools = page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Schools' });
  await schools.press('Enter');
  const first = page.locator('.pop--nav:popover-open a').first();
  await expect(first).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(first).toBeHidden();
  await expect(schools).toBeFocused();
  await schools.click();
  await first.click();
  await expect(page).toHaveURL((url) => url.pathname === '/' && url.searchParams.has('school'));
  await expect(page.locator('.pop:popover-open')).toHaveCount(0);
});

test('the search leads to its results', async ({ page }) => {
  await page.goto('/404');
  await page.getByRole('button', { name: 'Search' }).click();
  const field = page.getByRole('combobox', { name: 'Team, school, sport or place' });
  await expect(field).toBeFocused();
  await field.fill('a');
  await field.press('Enter');
  await expect(page).toHaveURL(/\/404$/);
  await field.fill('hockey & more');
  await field.press('Enter');
  await expect(page).toHaveURL((url) => {
    return url.pathname === '/search' && url.searchParams.get('q') === 'hockey & more';
  });
});

test('the language changes every text, and is remembered', async ({ page }) => {
  await page.goto('/404');
  await page.getByRole('group', { name: 'Language' }).getByRole('button', { name: /FR/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('On dirait que nous avons perdu cette page');
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  await expect(page).toHaveTitle(/^Page introuvable/);
  await expect(page.getByRole('navigation', { name: 'Principal' }).getByText('En direct')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('On dirait que nous avons perdu cette page');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the menu is a dialog that a change of page closes', async ({ page }) => {
    await page.goto('/404');
    await page.getByRole('button', { name: 'Menu' }).click();
    const menu = page.getByRole('dialog', { name: 'Menu' });
    await expect(menu).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await page.getByRole('button', { name: 'Menu' }).click();
    await menu.getByRole('button', { name: /FR/ }).click();
    await expect(page.getByRole('dialog', { name: 'Menu' })).toContainText('Calendrier');
    await page.getByRole('dialog').getByRole('link', { name: 'Calendrier' }).click();
    await expect(page).toHaveURL(/\/schedule$/);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  test('the tab bar reaches the four lists and the account', async ({ page }) => {
    await page.goto('/404');
    const tabs = page.getByRole('navigation', { name: 'Shortcuts' });
    for (const [name, path] of Object.entries({ Live: '/live', 'On demand': '/vod', You: '/login', Home: '/' })) {
      await tabs.getByRole('link', { name, exact: true }).click();
      await expect(page).toHaveURL((url) => url.pathname === path);
      await expect(tabs.getByRole('link', { name, exact: true })).toHaveAttribute('aria-current', 'page');
    }
  });
});

/** The scripts that the server's page names for its screen. */
async function screenScripts(request: APIRequestContext, path: string): Promise<Set<string>> {
  const html = await (await request.get(path)).text();
  return new Set([...html.matchAll(/<link rel="modulepreload" href="([^"]+)"/g)].map(([, href]) => href ?? ''));
}

test('a chunk that a new release replaced reloads the page once, then says what happened', async ({
  page,
  request,
}) => {
  const replaced = (await screenScripts(request, '/registration')).difference(await screenScripts(request, '/login'));
  expect(replaced.size).toBeGreaterThan(0);
  let loads = 0;
  page.on('request', (asked) => {
    if (asked.isNavigationRequest()) loads++;
  });
  await page.route(
    (url) => replaced.has(url.pathname),
    (route) => route.abort(),
  );
  await page.goto('/registration', { waitUntil: 'commit' });
  await expect(page.getByRole('alert').getByRole('heading')).toHaveText('Something went wrong');
  expect(loads).toBe(2);
});
