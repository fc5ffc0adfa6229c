import { expect, stepUntil, test } from './world/world.ts';

/** The lists of events with their filters, on a world whose clock stands at a Saturday evening in Toronto. */

test.describe('list of events', () => {
  test('has a page for each status, with counts; filters come along', async ({ page }) => {
    await page.goto('/schedule');
    const tabs = page.getByRole('navigation', { name: 'Status' });
    await expect(tabs.getByRole('link', { name: /Live and upcoming\s*69/ })).toHaveAttribute('aria-current', 'page');
    await page.getByRole('button', { name: /^Hockey/ }).click();
    await expect(page).toHaveURL('/schedule?sport=hockey');
    await tabs.getByRole('link', { name: /On demand/ }).click();
    await expect(page).toHaveURL('/vod?sport=hockey');
    await expect(page.getByRole('heading', { level: 1, name: 'On demand' })).toBeVisible();
    await expect(page.getByRole('button', { name: /^Hockey/ })).toHaveAttribute('aria-pressed', 'true');
  });

  test('opens with the filters of its address', async ({ page, world }) => {
    await page.goto('/upcoming?school=laurentide&gender=W&start_date=2026-11-21&end_date=2026-11-22');
    await expect(page.getByRole('button', { name: 'Remove filter: This weekend' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Remove filter: Women' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Remove filter: Laurentide' })).toBeVisible();
    const asked = world.calls.find((call) => call.includes('gender=W')) ?? '';
    const query = new URLSearchParams(asked.split('?')[1]);
    expect(query.get('tz')).toBe('America/Toronto');
    expect(query.get('school')).toBe('laurentide');
  });

  test('undoes one change with the back button', async ({ page }) => {
    await page.goto('/upcoming');
    await page.getByRole('button', { name: /^Soccer/ }).click();
    await page.getByRole('button', { name: /^Hockey/ }).click();
    await expect(page).toHaveURL('/upcoming?sport=soccer%2Chockey');
    await page.goBack();
    await expect(page).toHaveURL('/upcoming?sport=soccer');
    await expect(page.getByRole('button', { name: /^Hockey/ })).toHaveAttribute('aria-pressed', 'false');
  });

  test('chooses from a menu by keyboard, and gives the focus back', async ({ page }) => {
    await page.goto('/schedule');
    const chip = page.getByRole('button', { name: 'Place' });
    await chip.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Place' });
    await dialog.getByRole('checkbox', { name: /^Saint-Jérôme/ }).press('Space');
    await expect(page).toHaveURL(/city=Saint-J/);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('button', { name: /^Place/ })).toBeFocused();
    await expect(page.getByRole('status').first()).toHaveText(/\d+ (of \d+ )?games/);
  });

  test('finds a choice without accents', async ({ page }) => {
    await page.goto('/schedule');
    await page.getByRole('button', { name: 'Place' }).click();
    const dialog = page.getByRole('dialog', { name: 'Place' });
    await dialog.getByRole('searchbox').fill('jerome');
    await expect(dialog.getByRole('checkbox')).toHaveCount(1);
  });

  test('groups by day in the viewer’s zone, what is on air first', async ({ page }) => {
    await page.goto('/schedule');
    const days = page.locator('.subday h2');
    await expect(days.first()).toHaveText('Live now');
    await expect(days.nth(1)).toHaveText('Tonight');
    await expect(days.nth(2)).toHaveText('Tomorrow');
    await expect(page.locator('.subday').nth(1)).toContainText('Saturday, November 21');
  });

  test('loads more by keyboard, and goes on from the first new game', async ({ page }) => {
    await page.goto('/upcoming');
    await expect(page.getByText('24 of 64 games')).toBeVisible();
    await page.getByRole('button', { name: 'Show more games' }).press('Enter');
    await expect(page.getByText('48 of 64 games')).toBeVisible();
    const focused = await page.evaluate(() =>
      [...document.querySelectorAll('.results a')].indexOf(document.activeElement as HTMLAnchorElement),
    );
    expect(focused).toBe(24);
  });

  test('keeps the games on screen, dimmed, while the next answer is on its way', async ({ page, world }) => {
    await page.goto('/upcoming');
    await expect(page.locator('.card').first()).toBeVisible();
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    world.on('/events', async (query) => {
      if (query.get('sport') === 'soccer') await held;
      return undefined;
    });
    await page.getByRole('button', { name: /^Soccer/ }).click();
    await expect(page.locator('.results--stale')).toBeVisible();
    await expect(page.locator('.card').first()).toBeVisible();
    answer();
    await expect(page.locator('.results--stale')).toHaveCount(0);
  });

  test('remembers list and table across pages', async ({ page }) => {
    await page.goto('/upcoming');
    await page.getByRole('button', { name: 'Table' }).click();
    await expect(page.getByRole('table')).toBeVisible();
    await page.goto('/vod');
    await expect(page.getByRole('table')).toBeVisible();
    await page
      .getByRole('button', { name: 'Name' })
      .or(page.getByRole('button', { name: 'Game', exact: true }))
      .click();
    await expect(page).toHaveURL(/sort_field=name&sort_direction=asc/);
    await page.getByRole('button', { name: 'List', exact: true }).click();
    await expect(page.locator('.row').first()).toBeVisible();
  });

  test('offers the nearest match', async ({ page }) => {
    await page.goto('/live?sport=hockey&search=zzz');
    await expect(page.getByRole('heading', { name: 'No games match these filters' })).toBeVisible();
    await page.getByRole('button', { name: '1 game without “zzz”' }).click();
    await expect(page).toHaveURL('/live?sport=hockey');
    await expect(page.locator('.card')).toHaveCount(1);
  });

  test('draws court lines where there is no picture', async ({ page, world }) => {
    await page.route('**/media/public/image/still/**', (route) => route.fulfill({ status: 404, body: '' }));
    await page.goto('/live');
    await expect(page.locator('.card .still__court').first()).toBeVisible();
    expect(world.calls.length).toBeGreaterThan(0);
  });
});

test.describe('a list that stays open', () => {
  test.use({ pageClock: 'paused' });

  test('asks live lists again every 15 seconds', async ({ page, world }) => {
    const asked = () => world.calls.filter((call) => call.startsWith('/events?') && call.includes('facets=1')).length;
    const answer = () => page.waitForResponse((response) => response.url().includes('facets=1'));
    const first = answer();
    await page.goto('/live');
    await stepUntil(page, () => Promise.resolve(asked() > 0)); // cards are no sign of an answer: the server paints some
    await (await first).finished();
    const again = answer();
    await page.clock.runFor(15_000);
    await again;
    expect(asked()).toBe(2);
  });
});

test.describe('far from the venue', () => {
  test.use({ timezoneId: 'America/Los_Angeles' });

  test('times are the viewer’s, the venue’s beneath', async ({ page }) => {
    await page.goto('/upcoming');
    await page.getByRole('button', { name: 'List', exact: true }).click();
    await expect(page.getByText('Times in Pacific Time')).toBeVisible();
    await expect(page.locator('.row__t').first()).toHaveText(/^5:00\sPM\s*\d+:00\sPM \([A-Z]{3,4}\) at the venue$/);
  });
});
