import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/**
 * Nothing of the page keeps anybody out. axe is asked for violations alone, by one call in the page: telling what passed too,
 * and collecting it in a window of its own for frames of other hosts, which no page has, takes five times as long.
 */
export async function noViolations(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode(true)
    .options({ resultTypes: ['violations'], preload: false })
    .analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(' | ')}`)).toEqual([]);
}
