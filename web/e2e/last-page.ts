import { expect, type Page } from '@playwright/test';

/**
 * Opens a page and waits until the app has kept it as the one to return to. The app does so once it shows the page, which
 * may be after the browser's `load`: a test that opened the next page at once could overtake it.
 */
export async function openAndRemember(page: Page, path: string): Promise<void> {
  await page.goto(path);
  const { pathname } = new URL(path, page.url());
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('rudy_last_page'))).toContain(pathname);
}
