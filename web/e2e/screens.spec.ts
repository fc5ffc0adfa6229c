import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { type Look, lookGroups } from './looks.ts';
import { accountScreens } from './screens/account.ts';
import { commerceScreens } from './screens/commerce.ts';
import { favouriteScreens } from './screens/favourites.ts';
import { judge, listen, settle, untilPlaying } from './screens/judge.ts';
import { findPlaces, type Places } from './screens/places.ts';
import { profileScreens } from './screens/profile.ts';
import { changed, type Screen, untilDialog } from './screens/screen.ts';
import { securityScreens } from './screens/security.ts';
import { logInAs } from './session.ts';

/**
 * Every screen, by turns in English and French, in windows of six sizes and in forced colours, or in all of them: nothing is
 * wider than the window, the console has no errors, and axe finds no violations.
 */

// A browser takes twice as long to open a page in a new context. Between screens Playwright empties cookies, storage and cache,
// and removes what a screen did to its page.
test.use({ reuseContext: true });

const inState = (change: object) => changed(/\/api\/events\/\d+\?/, change);

const over = { status: 'finished', stream_status: 'finished', stream_state: 'ended', media: [] };
const refused = { granted: false, message: '', until: null, capabilities: [] };

/** Opens the n-th filter of a list. */
const openFilter = (which: 'first' | 'last') => async (page: Page) => {
  await page.locator('main button.chip[aria-haspopup="dialog"]')[which]().click();
  await expect(page.getByRole('dialog')).toBeVisible();
};

/** A channel that has no form of its own. */
async function withoutForm(page: Page): Promise<void> {
  const body = { code: 'form_not_found', detail: '', errors: [], request_id: 'a1b2' };
  await page.route(/\/api\/custom-forms\//, (route) => route.fulfill({ status: 404, json: body }));
}

/** Hides scores, as a visitor who did so earlier. */
async function withoutScores(page: Page): Promise<void> {
  const url = test.info().project.use.baseURL ?? '';
  await page.context().addCookies([{ name: 'spoilers', value: 'hide', url }]);
}

async function noScores(page: Page): Promise<void> {
  await expect(page.getByRole('main').locator('.bug__r').first()).toBeAttached();
  await expect(page.locator('.bug__s, .vs__n i')).toHaveCount(0);
  expect(await page.locator('.tk__r b').allTextContents()).toEqual(
    expect.not.arrayContaining([expect.stringMatching(/./)]),
  );
}

/** Rows and tables without scores, each with the way to one. */
async function noNumbers(page: Page): Promise<void> {
  await expect(page.locator('.vs__show').first()).toBeVisible();
  await expect(page.locator('.vs__n i')).toHaveCount(0);
}

const chooseView = (name: RegExp) => async (page: Page) => {
  await page.getByRole('button', { name }).click();
};

const screens: Screen[] = [
  { name: 'home', path: () => '/' },
  { name: 'home-spoiler-free', path: () => '/', before: withoutScores, after: noScores },
  { name: 'home-sport', path: () => '/?sport=hockey' },
  { name: 'home-school', path: () => '/?school=laurentide' },
  { name: 'home-team', path: () => '/?team=laurentide-men-hockey' },
  { name: 'home-unknown', path: () => '/?school=atlantis' },
  {
    name: 'menu',
    path: () => '/',
    after: async (page) => {
      // A phone has one menu; a desk has one for each entry with children.
      const sheet = page.getByRole('button', { name: 'Menu', exact: true });
      const button = (await sheet.isVisible())
        ? sheet
        : page.getByRole('banner').getByRole('button', { name: 'Sports' });
      await button.click();
      await expect(page.getByRole('navigation', { name: /^(Main|Principale?)$/ }).last()).toBeVisible();
    },
  },
  { name: 'upcoming', path: () => '/upcoming' },
  { name: 'upcoming-filtered', path: () => '/upcoming?type=paid' },
  { name: 'upcoming-empty', path: () => '/upcoming?search=nothing-is-called-this' },
  { name: 'upcoming-nonsense', path: () => `/upcoming?search=${'%3Cb%3E%E2%98%83%00'.repeat(30)}` },
  { name: 'search', path: () => '/search?q=lynx' },
  { name: 'search-nothing', path: () => '/search?q=nothing-is-called-this' },
  { name: 'search-empty', path: () => '/search' },
  { name: 'live', path: () => '/live' },
  { name: 'vod', path: () => '/vod' },
  { name: 'schedule', path: () => '/schedule' },
  {
    name: 'schedule-calendar',
    path: () => '/schedule?school=laurentide',
    after: async (page) => {
      await page.getByRole('button', { name: /^(Add to calendar|Ajouter au calendrier)$/ }).click();
      await expect(
        page.getByRole('link', { name: /^(Open in my calendar|Ouvrir dans mon calendrier)$/ }),
      ).toBeVisible();
    },
  },
  { name: 'schedule-spoiler-free', path: () => '/schedule', before: withoutScores, after: noScores },
  {
    name: 'schedule-list-spoiler-free',
    path: () => '/vod',
    before: withoutScores,
    after: async (page) => {
      await chooseView(/^Liste?$/)(page);
      await noNumbers(page);
    },
  },
  {
    name: 'schedule-table-spoiler-free',
    path: () => '/vod',
    before: withoutScores,
    after: async (page) => {
      await chooseView(/^(Table|Tableau)$/)(page);
      await noNumbers(page);
    },
  },
  { name: 'schedule-list', path: () => '/schedule', after: chooseView(/^Liste?$/) },
  { name: 'schedule-table', path: () => '/schedule', after: chooseView(/^(Table|Tableau)$/) },
  { name: 'schedule-filter', path: () => '/schedule', after: openFilter('first') },
  { name: 'schedule-dates', path: () => '/schedule', after: openFilter('last') },
  { name: 'schedule-narrowed', path: () => '/schedule?school=laurentide&sport=hockey&gender=M' },
  { name: 'watch-live', path: (p) => `/watch/${p.live}`, after: untilPlaying },
  { name: 'watch-upcoming', path: (p) => `/watch/${p.upcoming}` },
  {
    name: 'watch-shared',
    path: (p) => `/watch/${p.upcoming}`,
    after: async (page) => {
      await page.getByRole('button', { name: /^(Share|Partager)/ }).click();
      await expect(page.locator('[data-sonner-toast]')).toBeVisible();
    },
  },
  { name: 'watch-on-demand', path: (p) => `/watch/${p.recorded}`, after: untilPlaying },
  {
    name: 'vod-spoiler-free-revealed',
    path: () => '/vod',
    before: withoutScores,
    after: async (page) => {
      const show = page.getByRole('main').getByRole('button', { name: /^(Show the score of|Afficher le pointage de)/ });
      const hidden = await show.count();
      await show.first().click();
      await expect(show).toHaveCount(hidden - 1);
    },
  },
  { name: 'watch-spoiler-free', path: (p) => `/watch/${p.recorded}`, before: withoutScores, after: untilPlaying },
  { name: 'watch-unrecorded', path: (p) => `/watch/${p.unrecorded}` },
  {
    name: 'watch-processing',
    path: (p) => `/watch/${p.recorded}`,
    before: inState({ ...over, ended_at: new Date().toISOString() }),
  },
  { name: 'watch-starting', path: (p) => `/watch/${p.live}`, before: inState({ media: [] }) },
  {
    name: 'watch-blocked',
    path: (p) => `/watch/${p.live}`,
    before: inState({ has_access: false, media: [], access: { ...refused, reason: 'geo_blocked' } }),
  },
  {
    name: 'watch-blackout',
    path: (p) => `/watch/${p.recorded}`,
    before: inState({
      ...over,
      has_access: false,
      access: { ...refused, reason: 'blackout', opens_after: 172_800, opens_at: '2027-01-09T01:30:00Z' },
    }),
  },
  {
    name: 'watch-blackout-live',
    path: (p) => `/watch/${p.live}`,
    before: inState({ has_access: false, media: [], access: { ...refused, reason: 'blackout', opens_after: 172_800 } }),
  },
  { name: 'embed-live', path: (p) => `/watch_embed/${p.live}`, after: untilPlaying },
  { name: 'embed-upcoming', path: (p) => `/watch_embed/${p.upcoming}` },
  { name: 'embed-paid', path: (p) => `/watch_embed/${p.paid}` },
  {
    name: 'watch-failed',
    path: (p) => `/watch/${p.live}`,
    before: async (page) => {
      const body = { code: 'overloaded', detail: '', errors: [], request_id: 'a1b2' };
      await page.route(/\/api\/events\/\d+\?/, (route) => route.fulfill({ status: 503, json: body }));
    },
  },
  { name: 'watch-register', path: (p) => `/watch/${p.register}` },
  { name: 'watch-paid', path: (p) => `/watch/${p.paid}` },
  { name: 'watch-unknown', path: () => '/watch/999999999' },
  { name: 'vod-library', path: () => '/vod_library' },
  { name: 'vod-library-search', path: () => '/vod_library?title=the' },
  { name: 'vod-library-category', path: () => '/vod_library?category=classics' },
  { name: 'vod-library-nothing', path: () => '/vod_library?title=nothing-is-called-this&category=classics' },
  { name: 'vod-item', path: (p) => `/vod_library/${p.videos.free}`, after: untilPlaying },
  { name: 'vod-item-login', path: (p) => `/vod_library/${p.videos.register}` },
  { name: 'vod-item-locked', path: (p) => `/vod_library/${p.videos.paid}` },
  {
    name: 'vod-item-blocked',
    path: (p) => `/vod_library/${p.videos.free}`,
    before: changed(/\/api\/vod-media-items\/\d+\?/, {
      has_access: false,
      media: [],
      access: { ...refused, reason: 'geo_blocked' },
    }),
  },
  { name: 'vod-item-unknown', path: () => '/vod_library/999999999' },
  ...accountScreens,
  ...profileScreens,
  ...securityScreens,
  ...favouriteScreens,
  ...commerceScreens,
  { name: 'page', path: (p) => p.page },
  { name: 'page-by-name', path: (p) => p.pageByName },
  { name: 'about', path: () => '/about' },
  { name: 'faq', path: () => '/faq' },
  {
    name: 'faq-anchor',
    path: () => '/faq',
    after: async (page) => {
      await page.goto(`${page.url()}#question-${places.question}`);
      await expect(page.locator(`#question-${places.question} .faq__t`)).toBeInViewport();
    },
  },
  {
    name: 'faq-search',
    path: () => '/faq',
    after: async (page) => {
      await page.locator('main').getByRole('searchbox').fill('promo');
      await expect(page.locator('.faq__n')).toHaveText(/\d/);
    },
  },
  {
    name: 'faq-nothing',
    path: () => '/faq',
    after: async (page) => {
      await page.locator('main').getByRole('searchbox').fill('nothing is called this');
      await expect(page.locator('main .empty')).toBeVisible();
    },
  },
  { name: 'packages', path: () => '/packages' },
  { name: 'passes', path: () => '/packages/passes' },
  { name: 'passes-narrowed', path: () => '/packages/passes?sport=hockey&school=laurentide' },
  { name: 'passes-empty', path: () => '/packages/passes?sport=rugby' },
  { name: 'select-subscription', path: (p) => `/select-package/${p.subscription}` },
  { name: 'select-team-pass', path: (p) => `/select-package/${p.teamPass}` },
  { name: 'select-sport', path: (p) => `/select-package/${p.oneSport}` },
  { name: 'select-team', path: (p) => `/select-package/${p.oneTeam}?participant_id=${p.team}` },
  { name: 'select-unknown', path: () => '/select-package/999999999' },
  { name: 'contacts', path: () => '/contacts' },
  {
    name: 'contacts-invalid',
    path: () => '/contacts',
    after: async (page) => {
      await page.locator('main input[type="email"]').fill('not an address');
      await page.locator('main button[type="submit"]').click();
      await expect(page.locator('[aria-invalid="true"]').first()).toBeVisible();
    },
  },
  {
    name: 'contacts-sent',
    path: () => '/contacts',
    // The server takes nothing that was filled in faster than a person can.
    before: async (page) => {
      await page.route(/\/api\/custom-forms\//, (route) =>
        route.request().method() === 'POST' ? route.fulfill({ json: { data: { sent: true } } }) : route.continue(),
      );
    },
    after: async (page) => {
      await page.locator('main input[type="text"]').first().fill('Zoé');
      await page.locator('main input[type="email"]').fill('zoe@example.com');
      await page.locator('main select').selectOption('watching');
      await page.locator('main textarea').fill(`When does the next game begin? ${Date.now()}`);
      await page.locator('main button[type="submit"]').click();
      await expect(page.locator('.cform__ok')).toBeVisible();
    },
  },
  {
    name: 'contacts-guarded',
    path: () => '/contacts',
    // What a channel with keys of reCAPTCHA shows where the script is blocked; captcha.spec.ts has one that works.
    before: async (page) => {
      await page.route(/\/api\/custom-forms\//, async (route) => {
        const answer = await route.fetch();
        const form = (await answer.json()) as { data: object };
        const captcha = { site_key: 'key', script: '/blocked/api.js', action: 'form' };
        await route.fulfill({ response: answer, json: { data: { ...form.data, captcha } } });
      });
      await page.route('**/blocked/**', (route) => route.abort());
    },
    after: async (page) => {
      await page.locator('.captcha-note').scrollIntoViewIfNeeded();
      await expect(page.locator('.captcha-note [role="status"]')).toContainText('reCAPTCHA');
    },
  },
  { name: 'contacts-none', path: () => '/contacts', before: withoutForm },
  { name: 'modal-login', path: () => '/schedule?modal=login', after: untilDialog },
  { name: 'modal-form', path: () => '/schedule?modal=report', after: untilDialog },
  // The other states are those of the watch screens above.
  { name: 'simulate-purchase', path: () => '/simulate?state=purchase' },
  { name: 'simulate-live', path: () => '/simulate?state=live', after: untilPlaying },
  {
    name: 'simulate-error',
    path: () => '/simulate?state=error',
    after: async (page) => {
      await expect(page.getByText(/P-CODEC/)).toBeVisible();
    },
  },
  { name: 'terms', path: () => '/terms_conditions' },
  { name: 'privacy', path: () => '/privacy_policy' },
  { name: 'not-found', path: () => '/404' },
  {
    name: 'whoops',
    path: () => '/',
    before: async (page) => {
      await page.route('**/api/get_api_key*', (route) => route.fulfill({ status: 503, body: '' }));
    },
  },
];

let places: Places;

test.beforeAll(async ({ playwright, baseURL }) => {
  const request = await playwright.request.newContext(baseURL ? { baseURL } : {});
  places = await findPlaces(request);
  await request.dispose();
});

/** Has the app begin as it does for a fan who logged in here earlier. */
async function comeBack(page: Page): Promise<void> {
  const key = await logInAs(page.request, 'fan@example.com');
  await page.addInitScript((apiKey) => {
    const kept = { channel_key: 'demo', api_key: apiKey, signed_in: true };
    for (const [name, value] of Object.entries(kept)) {
      localStorage.setItem(`rudy_${name}`, JSON.stringify({ value, expires_at: Date.now() + 3_600_000 }));
    }
  }, key);
}

async function openScreen(page: Page, screen: Screen, { language, use }: Look): Promise<void> {
  await page.setViewportSize(use.viewport);
  await page.emulateMedia({ forcedColors: use.contextOptions.forcedColors });
  await screen.before?.(page);
  const path = screen.path(places);
  await page.goto(`${path}${path.includes('?') ? '&' : '?'}lang=${language}`);
  await settle(page);
  await screen.after?.(page);
}

/** Screens with their looks. Those of one language and one kind of device follow each other, so that they can share a page. */
const looked = screens
  .flatMap((screen, n) => lookGroups(n).map((group) => ({ screen, group })))
  .toSorted((one, other) => kindOf(one.group).localeCompare(kindOf(other.group)));

function kindOf([first]: Look[]): string {
  return `${first?.language} ${first?.use.hasTouch}`;
}

for (const { screen, group } of looked) {
  test.describe(group.map(({ name }) => name).join(', '), () => {
    test.use(group[0]?.use ?? {});
    test(screen.name, async ({ page }) => {
      const complaints = listen(page);
      if (screen.user) {
        await comeBack(page);
      }
      for (const look of group) {
        await openScreen(page, screen, look);
        await judge(page, screen.name, look);
      }
      expect(complaints).toEqual([]);
    });
  });
}
