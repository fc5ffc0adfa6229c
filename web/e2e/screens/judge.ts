import type { Page } from '@playwright/test';
import { noViolations } from '../axe.ts';
import { expect } from '../fixtures.ts';
import { type Look, saveScreenshot } from '../looks.ts';

/** What goes wrong on a page from now on. */
export function listen(page: Page): string[] {
  const complaints: string[] = [];
  page.on('pageerror', ({ message }) => complaints.push(message));
  page.on('console', (message) => {
    // A screen about something missing is answered with 404, which the browser mentions.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
      complaints.push(message.text());
    }
  });
  return complaints;
}

/** Waits until the screen is what a person would look at: heading, fonts and pictures there, nothing loading. */
export async function settle(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await page.waitForFunction(async () => {
    await document.fonts.ready;
    const inView = [...document.images].filter((image) => image.getBoundingClientRect().top < window.innerHeight);
    return inView.every((image) => image.complete);
  });
}

/** Waits until the picture moves. */
export async function untilPlaying(page: Page): Promise<void> {
  await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.5);
}

/** Share of the window that stays where it is while the page moves. A dialog that is open covers the page on purpose. */
export function fixedShare(page: Page): Promise<number> {
  return page.evaluate(() => {
    const stays = [...document.querySelectorAll<HTMLElement>('body *')].filter((element) => {
      const { position, visibility } = getComputedStyle(element);
      const { width, height } = element.getBoundingClientRect();
      if (element.closest('dialog, [role=dialog]')) return false;
      return (position === 'fixed' || position === 'sticky') && visibility === 'visible' && width > 1 && height > 1;
    });
    const high = stays.map((element) => element.getBoundingClientRect().height);
    return high.reduce((sum, height) => sum + height, 0) / innerHeight;
  });
}

/** Checks that the page is in the language, no wider than the window, and has no barrier that axe knows. */
export async function judge(
  page: Page,
  screen: string,
  { language, width }: Pick<Look, 'language' | 'width'>,
): Promise<void> {
  await saveScreenshot(page, `${screen}-${language}-${width}`);
  await expect(page.locator('html')).toHaveAttribute('lang', language);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow, 'the page is wider than the window').toBeLessThanOrEqual(0);
  await noViolations(page);
}
