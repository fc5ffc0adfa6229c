import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/**
 * The page has no barrier that axe knows. A page that is still loading has no heading yet. axe is asked for violations alone, by one call in the page: telling what passed too,
 * and collecting it in a window of its own for frames of other hosts, which no page has, takes five times as long. In the
 * colours of the reader it would judge the page's own, which are not shown.
 */
export async function noViolations(page: Page): Promise<void> {
  await expect(page.locator('h1').first()).toBeAttached();
  const forced = await page.evaluate(() => matchMedia('(forced-colors: active)').matches);
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode(true)
    .options({ resultTypes: ['violations'], preload: false, rules: { 'color-contrast': { enabled: !forced } } })
    .analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(' | ')}`)).toEqual([]);
}
