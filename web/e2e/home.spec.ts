import { expect, test } from './world/world.ts';

/** The home of a channel, on a world whose clock stands at a Saturday evening in Toronto. */

test.describe('home', () => {
  test('leads with the live game: score, one button, the other slides', async ({ page, world }) => {
    await page.goto('/');
    const hero = page.getByRole('region', { name: 'Featured' });
    await expect(hero.getByRole('heading', { level: 2 })).toHaveText(/ @ .+, \d+–\d+/);
    await expect(hero.locator('.live').first()).toBeVisible();
    await expect(hero.getByRole('link', { name: 'Watch live' })).toHaveAttribute('href', /^\/watch\/\d+$/);
    await expect(hero.locator('.slide')).toHaveCount(4);
    expect(world.calls.some((call) => call.startsWith('/events-for-homepage'))).toBe(true);
  });

  test('stands still for people who want no motion', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('/');
    await expect(page.getByRole('button', { name: 'Play slides' })).toBeVisible();
    await page.clock.runFor(11_000);
    await expect(page.locator('.slide').first()).toHaveAttribute('aria-current', 'true');
  });

  test('keeps the page where it is when slides change', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/');
    // The app's own hero has slides; what the server painted leaves with its coming.
    await expect(page.locator('button.slide').first()).toHaveAttribute('aria-current', 'true');
    const height = () => page.locator('.hero').evaluate((hero) => hero.clientHeight);
    const before = await height();
    await page.locator('.slide').nth(3).click();
    await expect(page.getByRole('heading', { name: 'Finals weekend' })).toBeVisible();
    expect(await height()).toBe(before);
  });

  test('shows a day of the coming week by its tab, by mouse and by arrows', async ({ page }) => {
    await page.goto('/');
    const tabs = page.getByRole('tablist', { name: 'Day' });
    await expect(tabs.getByRole('tab').first()).toHaveText(/^Tonight\d+ games$/);
    await tabs.getByRole('tab', { name: /Tomorrow/ }).click();
    const panel = page.getByRole('tabpanel');
    await expect(panel.getByRole('listitem').first()).toContainText('at the venue');
    const tomorrow = await panel.innerText();
    await page.keyboard.press('ArrowRight');
    await expect(tabs.getByRole('tab', { name: /Mon\. 23/ })).toBeFocused();
    await expect(tabs.getByRole('tab', { name: /Mon\. 23/ })).toHaveAttribute('aria-selected', 'true');
    expect(await panel.innerText()).not.toBe(tomorrow);
  });

  test('scrolls a rail by its buttons', async ({ page }) => {
    await page.goto('/');
    const rail = page.getByRole('region', { name: /^Live now/ });
    const [back, on] = [rail.getByRole('button', { name: 'Previous' }), rail.getByRole('button', { name: 'Next' })];
    await expect(back).toHaveAttribute('aria-disabled', 'true');
    await on.click();
    await expect(back).toHaveAttribute('aria-disabled', 'false');
  });

  test('opens a game from anywhere on its card', async ({ page }) => {
    await page.goto('/');
    const card = page.locator('.card').first();
    const href = await card.getByRole('link').getAttribute('href');
    await card.scrollIntoViewIfNeeded();
    const box = await card.locator('.bug__rows').boundingBox();
    await page.mouse.click((box?.x ?? 0) + 40, (box?.y ?? 0) + 10);
    await expect(page).toHaveURL(new RegExp(`${href}$`));
  });

  test('narrows to a school, and back', async ({ page, world }) => {
    await page.goto('/');
    await page.getByRole('link', { name: 'Fundy Saint John, NB' }).click();
    await expect(page).toHaveURL('/?school=fundy');
    await expect(page.getByRole('heading', { level: 1, name: 'Fundy University' })).toBeVisible();
    await expect(page).toHaveTitle(/^Fundy University · /);
    expect(world.calls.some((call) => /^\/events-for-homepage\?.*school=fundy/.test(call))).toBe(true);
    await page.getByRole('list', { name: 'Teams' }).getByRole('link', { name: 'Men’s hockey', exact: true }).click();
    await expect(page).toHaveURL('/?team=fundy-men-hockey');
    await expect(page.getByRole('heading', { level: 1, name: 'Fundy Tide' })).toBeVisible();
    await page.getByRole('link', { name: 'Everything on the channel' }).click();
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('heading', { name: 'Schools' })).toBeVisible();
  });

  test('finds a school by its name, and says when there is none', async ({ page }) => {
    await page.goto('/?school=Fundy%20University');
    await expect(page.getByRole('heading', { level: 1, name: 'Fundy University' })).toBeVisible();
    await page.goto('/?school=atlantis');
    await expect(page.getByText('“atlantis” is not on this channel')).toBeVisible();
    await page.getByRole('link', { name: 'Everything on the channel' }).click();
    await expect(page.locator('.hero')).toBeVisible();
  });

  test('turns a game live by itself', async ({ page, world }) => {
    world.on('/events-for-homepage', () => ({ body: { data: { live: [], upcoming: [], on_demand: [], rails: [] } } }));
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'No games here yet' })).toBeVisible();
    world.on('/events-for-homepage', () => undefined);
    await page.clock.runFor(61_000);
    await expect(page.getByRole('region', { name: /^Live now/ })).toBeVisible();
  });

  test('says what failed, with a code, and loads again', async ({ page, world }) => {
    const body = {
      type: 'about:blank',
      title: 'Busy',
      status: 503,
      code: 'busy',
      detail: '',
      errors: [],
      request_id: 'req-77',
    };
    world.on('/events-for-homepage', () => ({ status: 503, body }));
    await page.goto('/');
    const alert = page.locator('#main').getByRole('alert');
    await page.clock.runFor(2_000);
    await expect(alert).toContainText('req-77');
    world.on('/events-for-homepage', () => undefined);
    await alert.getByRole('button').click();
    await expect(page.locator('.hero')).toBeVisible();
  });
});

test.describe('the slideshow of the home', () => {
  test.use({ pageClock: 'paused', contextOptions: { reducedMotion: 'no-preference' } });

  test('moves on every five seconds, not while hovered, focused or paused', async ({ page }) => {
    await page.goto('/');
    const shown = () =>
      page.locator('.slide').evaluateAll((all) => all.findIndex((one) => one.hasAttribute('aria-current')));
    const [moving, still] = [page.locator('.slides--run'), page.locator('.slides:not(.slides--run)')];
    const leave = async () => {
      await page.mouse.move(700, 20);
      await page.locator('.logo').first().focus();
    };
    await expect(moving).toBeVisible();
    await page.clock.runFor(4_900);
    expect(await shown()).toBe(0);
    await page.clock.runFor(100);
    await expect.poll(shown).toBe(1);

    await page.locator('.hero').hover({ position: { x: 700, y: 200 } });
    await expect(still).toBeVisible();
    await page.clock.runFor(11_000);
    expect(await shown()).toBe(1);

    await leave();
    await expect(moving).toBeVisible();
    await page.getByRole('button', { name: 'Pause slides' }).focus();
    await expect(still).toBeVisible();
    await page.clock.runFor(11_000);
    expect(await shown()).toBe(1);

    await page.keyboard.press('Enter');
    await leave();
    await expect(page.getByRole('button', { name: 'Play slides' })).toBeVisible();
    await page.clock.runFor(11_000);
    expect(await shown()).toBe(1);

    await page.getByRole('button', { name: 'Play slides' }).click();
    await leave();
    await expect(moving).toBeVisible();
    await page.clock.runFor(5_000);
    await expect.poll(shown).toBe(2);
  });
});

test.describe('in French', () => {
  test.use({ lang: 'fr' });

  test('times, dates and prices are French', async ({ page }) => {
    await page.goto('/');
    await expect(page.locator('.ticker__head')).toContainText('sam. 21 nov.');
    await expect(page.getByRole('tab').first()).toHaveText(/^Ce soir\d+ matchs$/);
    await expect(page.getByRole('tab').nth(2)).toContainText('lun. 23');
    await expect(page.locator('.row__t b').first()).toHaveText('20 h');
    await expect(page.locator('.tag--price').first()).toHaveText('8,84 $ CAD');
    await expect(page.locator('.live').first()).toHaveText('Direct');
  });
});
