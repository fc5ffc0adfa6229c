import { expect, type Locator, type Page } from '@playwright/test';

/** Looks at a page as it is printed: only the part to print is there, dark on white, without buttons. */
export async function expectPrinted(page: Page, part: Locator): Promise<void> {
  await page.emulateMedia({ media: 'print' });
  await expect(part).toBeVisible();
  await expect(page.getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.getByRole('contentinfo')).toHaveCount(0);
  const colours = await part.evaluate((element) => [
    getComputedStyle(element).color,
    getComputedStyle(document.documentElement).backgroundColor,
    getComputedStyle(document.body).backgroundColor,
  ]);
  expect(colours).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)', 'rgb(255, 255, 255)']);
  await page.emulateMedia({ media: 'screen' });
}
