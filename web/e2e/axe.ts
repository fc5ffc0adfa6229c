import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/**
 * Expects axe to find no violation on a page that has a heading, as it has once it is loaded. axe runs in one call and reports
 * violations only: to report what passed too, and to collect it in a separate window for frames of other hosts, which no page
 * has, takes five times as long. In forced colours axe does not judge contrast, as it would read the page's own colours.
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
