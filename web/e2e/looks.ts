import type { Page } from '@playwright/test';

/** Whether screens are looked at in every look, and their pictures kept for people in artifacts/screens/. */
const all = process.env.GRANDSTAND_LOOKS === 'all';

/** In both languages, at a desk's and a phone's width. */
const fourLooks = (['en', 'fr'] as const).flatMap((language) =>
  [1440, 390].map((width) => ({
    language,
    width,
    use: {
      viewport: { width, height: width > 1000 ? 900 : 844 },
      locale: language === 'fr' ? 'fr-CA' : 'en-CA',
      isMobile: width < 1000,
      hasTouch: width < 1000,
      contextOptions: { reducedMotion: 'reduce' as const },
    },
  })),
);

/** How journeys look: in two looks, which have both languages and both widths, or in all four. */
export const looks = all
  ? fourLooks
  : fourLooks.filter(({ language, width }) => (language === 'en') === (width === 1440));

/** Whether the n-th of many screens is looked at in a look: screens take turns, or have all four. */
export function isTurn(n: number, look: (typeof looks)[number]): boolean {
  return all || looks[n % looks.length] === look;
}

/** Keeps a picture of the page, or of its part in the window; drawing it takes a quarter of the time of a look. */
export async function keepPicture(page: Page, name: string, part: 'page' | 'window' = 'page'): Promise<void> {
  if (all) {
    await page.screenshot({ path: `../artifacts/screens/${name}.jpg`, quality: 85, fullPage: part === 'page' });
  }
}
