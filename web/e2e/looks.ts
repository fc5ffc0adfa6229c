import type { Page } from '@playwright/test';

/** Test every screen in every look and save screenshots to artifacts/screens/, instead of a part without screenshots. */
export const everyLook = process.env.GRANDSTAND_LOOKS === 'all';

/** What a page is opened with: a language, a viewport, and on request forced colours. */
export type Look = ReturnType<typeof lookOf>;

/** Viewports under 1000 pixels are those of phones and tablets: they have touch. */
function lookOf(language: 'en' | 'fr', width: number, height: number, forcedColors: 'active' | 'none' = 'none') {
  const hasTouch = width < 1000;
  return {
    name: `${language} at ${width}${forcedColors === 'active' ? ' in forced colours' : ''}`,
    language,
    width,
    height,
    use: {
      viewport: { width, height },
      locale: language === 'fr' ? 'fr-CA' : 'en-CA',
      isMobile: hasTouch,
      hasTouch,
      contextOptions: { reducedMotion: 'reduce' as const, forcedColors },
    },
  };
}

/** Looks of journeys: English on a desktop and French on a phone, or all four combinations. */
export const looks: Look[] = [
  lookOf('en', 1440, 900),
  ...(everyLook ? [lookOf('en', 390, 844), lookOf('fr', 1440, 900)] : []),
  lookOf('fr', 390, 844),
];

/** A phone held sideways. */
export const sideways: Look[] = [lookOf('en', 844, 390), lookOf('fr', 844, 390)];

/** Reports whether the n-th screen of a journey is tested in a look. Screens alternate between looks, unless all are tested. */
export function isTurn(n: number, look: Look): boolean {
  return everyLook || looks[n % looks.length] === look;
}

type Viewport = [width: number, height: number, forcedColors?: 'active'];
const touchViewports: Viewport[] = [
  [390, 844], // phone
  [320, 256], // desktop at 400 %
  [820, 1180], // tablet
  [844, 390], // phone on its side
];
const desktopViewports: Viewport[] = [
  [1440, 900],
  [1920, 1080],
  [1280, 800, 'active'],
];
const viewports = [...touchViewports, ...desktopViewports];

/**
 * Groups of looks for the n-th screen: one language and viewport by turns, or everything. Each group has one kind of device,
 * because an open page cannot change whether it has touch.
 */
export function lookGroups(n: number): Look[][] {
  const languages = ['en', 'fr'] as const;
  if (everyLook) {
    const inAll = (some: Viewport[]) => languages.flatMap((language) => some.map((one) => lookOf(language, ...one)));
    return [inAll(touchViewports), inAll(desktopViewports)];
  }
  const viewport = viewports[n % viewports.length] as Viewport;
  return [[lookOf(languages[n % 2] ?? 'en', ...viewport)]];
}

/** Saves a screenshot if every look is tested. Drawing one takes a quarter of the time of a look. */
export async function saveScreenshot(page: Page, name: string, part: 'page' | 'viewport' = 'page'): Promise<void> {
  if (everyLook) {
    await page.screenshot({ path: `../artifacts/screens/${name}.jpg`, quality: 85, fullPage: part === 'page' });
  }
}
