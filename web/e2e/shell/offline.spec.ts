import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';

/** Without a connection the app stays, says so, and comes back by itself. */

const says = {
  en: { heading: 'You are offline', bar: /What’s already loaded stays here/, schedule: 'Schedule', shown: /schedule/i },
  fr: {
    heading: 'Vous êtes hors ligne',
    bar: /Le contenu déjà chargé reste affiché/,
    schedule: 'Calendrier',
    shown: /calendrier/i,
  },
};

test.use({ serviceWorkers: 'allow' });

/** Opens the first page, and waits until the service worker answers it. */
async function open(page: Page, language: 'en' | 'fr'): Promise<void> {
  await page.goto(`/?lang=${language}`);
  const kept = () =>
    page.evaluate(async () => {
      const all = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
      return navigator.serviceWorker.controller ? all.flat().map(({ url }) => url) : [];
    });
  await expect.poll(kept).toContainEqual(expect.stringContaining(`/offline?lang=${language}`));
}

for (const language of ['en', 'fr'] as const) {
  test.describe(`offline (${language})`, { tag: '@once' }, () => {
    test.use({ viewport: { width: 390, height: 844 } });
    const say = says[language];

    test('a tab opens in the app, and is there once the connection is', async ({ page, context }) => {
      await open(page, language);
      await context.setOffline(true);
      await expect(page.getByText(say.bar)).toBeVisible();
      await page.locator('.tabbar').getByRole('link', { name: say.schedule }).click();
      // The page is there as an outline if its code is, else it says that it is offline.
      await expect(page).toHaveURL(/\/schedule/);
      await expect(page.getByText(say.bar)).toBeVisible();
      await expect(page.locator('main article')).toHaveCount(0);
      await context.setOffline(false);
      await expect(page.getByRole('heading', { level: 1, name: say.shown })).toBeVisible();
      await expect(page.locator('main article').first()).toBeVisible();
      await expect(page.getByText(say.bar)).toBeHidden();
    });

    test('a page that is loaded says so in the language of the visitor, and comes back', async ({ page, context }) => {
      await open(page, language);
      await context.setOffline(true);
      await page.goto('/schedule');
      await expect(page.getByRole('heading', { name: say.heading })).toBeVisible();
      await context.setOffline(false);
      await expect(page.getByRole('heading', { level: 1, name: say.shown })).toBeVisible();
    });
  });
}

test('a connection that breaks while the app starts takes no part of the page away', { tag: '@once' }, async ({
  page,
  context,
}) => {
  await page.goto('/?lang=en');
  // The code of the footer and others is on its way.
  await context.setOffline(true);
  await expect.poll(() => page.evaluate(() => navigator.onLine)).toBe(false);
  await context.setOffline(false);
  await expect(page.getByRole('contentinfo').getByRole('link').first()).toBeVisible();
  await expect(page.locator('main .card').first()).toBeVisible();
});

test('what a page has stays on it without a connection', { tag: '@once' }, async ({ page, context }) => {
  await open(page, 'en');
  const cards = page.locator('main a.card, main .card');
  const before = await cards.count();
  expect(before).toBeGreaterThan(0);
  await context.setOffline(true);
  await expect(page.getByText(says.en.bar)).toBeVisible();
  await expect(cards).toHaveCount(before);
});
