import type { Page } from '@playwright/test';
import { noViolations } from './axe.ts';
import { expect, test } from './fixtures.ts';

const texts = {
  en: {
    search: 'Search',
    field: 'Team, school, sport or place',
    all: 'All results for “lynx”',
    results: 'Results for “lynx”',
    kinds: ['Teams', 'Upcoming', 'On demand'],
    nothing: 'Nothing found for “qqzzqq”',
    short: 'Type at least two letters.',
    query: 'lynx',
  },
  fr: {
    search: 'Rechercher',
    field: 'Équipe, établissement, sport ou lieu',
    all: 'Tous les résultats pour « lynx »',
    results: 'Résultats pour « lynx »',
    kinds: ['Équipes', 'À venir', 'Sur demande'],
    nothing: 'Aucun résultat pour « qqzzqq »',
    short: 'Entrez au moins deux lettres.',
    query: 'lynx',
  },
};

const linesOf = async (page: Page) =>
  (await page.getByRole('option').allTextContents()).map((line) => line.replace(/\s+/g, ' ').trim());

for (const language of ['en', 'fr'] as const) {
  const say = texts[language];

  test(`suggestions are moved through by keys and lead to a team (${language})`, async ({ page }) => {
    await page.goto(`/404?lang=${language}`);
    await page.getByRole('button', { name: say.search }).click();
    const field = page.getByRole('combobox', { name: say.field });
    await expect(field).toBeFocused();
    await field.pressSequentially(say.query);
    const options = page.getByRole('option');
    await expect(options.last()).toHaveText(say.all);
    const lines = await linesOf(page);
    expect(new Set(lines).size, lines.join('\n')).toBe(lines.length);
    await expect(page.getByRole('status').filter({ hasText: /\d+ suggestions/ })).toHaveCount(1);
    await noViolations(page);

    await page.keyboard.press('ArrowDown');
    await expect(options.first()).toHaveAttribute('aria-selected', 'true');
    const id = await options.first().getAttribute('id');
    await expect(field).toHaveAttribute('aria-activedescendant', id ?? 'none');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await expect(options.last()).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Home');
    await expect(field).not.toHaveAttribute('aria-activedescendant');
    await page.keyboard.press('Escape');
    await expect(options).toHaveCount(0);
    await expect(field).toBeFocused();

    await page.keyboard.press('ArrowDown');
    const team = lines.findIndex((line) => /(Team|Équipe)$/.test(line));
    for (let at = 0; at < team; at++) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL((url) => url.pathname === '/' && url.searchParams.has('team'));
    await expect(page.getByRole('combobox')).toBeHidden();
  });

  test(`the results hold every kind, and each kind leads on (${language})`, async ({ page }) => {
    await page.goto(`/404?lang=${language}`);
    await page.getByRole('button', { name: say.search }).click();
    await page.getByRole('combobox', { name: say.field }).fill(say.query);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL((url) => url.pathname === '/search' && url.searchParams.get('q') === say.query);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(say.results);
    for (const kind of say.kinds) {
      await expect(page.getByRole('heading', { level: 2, name: new RegExp(`^${kind}`) })).toBeVisible();
    }
    const headings = page.locator('.results h2');
    await expect(headings.first()).toHaveText(language === 'en' ? /^Live now/ : /^En direct/);
    await noViolations(page);

    await page.goBack();
    await expect(page).toHaveURL(/\/404/);
    await page.goForward();
    await expect(page.getByRole('main').getByRole('combobox')).toHaveValue(say.query);
  });

  test(`what finds nothing says so and leads on (${language})`, async ({ page }) => {
    await page.goto(`/search?q=qqzzqq&lang=${language}`);
    await expect(page.getByRole('heading', { name: say.nothing })).toBeVisible();
    await noViolations(page);
    await page.goto(`/search?q=a&lang=${language}`);
    await expect(page.getByText(say.short)).toBeVisible();
    await noViolations(page);
  });
}

test('any text in the address is a search', async ({ page }) => {
  for (const q of [
    '',
    '🏒',
    '🏒🏒🏒',
    '%',
    'a'.repeat(200),
    "'; drop table events --",
    '<b>lynx</b>',
    'Lynx @ Tide',
    'FÉMININ',
  ]) {
    const answers: number[] = [];
    page.on('response', (response) => {
      if (response.url().includes('/api/search')) answers.push(response.status());
    });
    await page.goto(`/search?${new URLSearchParams({ q })}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
    expect(answers.filter((status) => status !== 200)).toEqual([]);
    page.removeAllListeners('response');
  }
});
