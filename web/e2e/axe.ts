import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';
import { expect } from './fixtures.ts';

/** axe without its comments, which are half of it: the browser gets it with each page that it checks. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Expects axe to find no violation on a page that has a heading, as it has once it is loaded. axe runs in one call and reports
 * violations only: to report what passed too, and to collect it in a separate window for frames of other hosts, which no page
 * has, takes five times as long. In forced colours axe does not judge contrast, as it would read the page's own colours.
 */
export async function noViolations(page: Page): Promise<void> {
  await expect(page.locator('h1').first()).toBeAttached();
  for (const frame of page.frames()) {
    await frame.evaluate(axeSource);
  }
  const violations = await page.evaluate(async () => {
    const forced = matchMedia('(forced-colors: active)').matches;
    const { axe: checker } = window as unknown as { axe: typeof axe };
    const found = await checker.run(document, {
      resultTypes: ['violations'],
      preload: false,
      rules: { 'color-contrast': { enabled: !forced } },
    });
    return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(' | ')}`);
  });
  expect(violations).toEqual([]);
}
