import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { judge, listen, looks, settle, untilPlaying } from './screens/judge.ts';
import { findPlaces, type Places } from './screens/places.ts';

/**
 * Every screen, in both languages, at a desk's and a phone's width: no accessibility violations, nothing wider than the
 * window, no errors in the console; its picture is kept in artifacts/screens/.
 */

type Screen = {
  name: string;
  path: (p: Places) => string;
  user?: boolean;
  before?: (page: Page) => Promise<void>;
  /** What a person does before the picture is taken. */
  after?: (page: Page) => Promise<void>;
};

/** Answers as the server would in a state that the demo is not in. */
function changed(address: RegExp, change: object) {
  return async (page: Page) => {
    await page.route(address, async (route) => {
      const answer = await route.fetch();
      const { data } = (await answer.json()) as { data: object };
      await route.fulfill({ response: answer, json: { data: { ...data, ...change } } });
    });
  };
}

const inState = (change: object) => changed(/\/api\/events\/\d+\?/, change);

const over = { status: 'finished', stream_status: 'finished', stream_state: 'ended', media: [] };
const refused = { granted: false, message: '', until: null, capabilities: [] };

/** Opens the n-th filter of a list. */
const openFilter = (which: 'first' | 'last') => async (page: Page) => {
  await page.locator('main button.chip[aria-haspopup="dialog"]')[which]().click();
  await expect(page.getByRole('dialog')).toBeVisible();
};

async function untilDialog(page: Page): Promise<void> {
  await expect(page.getByRole('dialog')).toBeVisible();
}

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

/** Always the same code on a TV, so that pictures can be compared. */
async function aCode(page: Page): Promise<void> {
  await page.route('**/auth/device-code*', async (route) => {
    const answer = await route.fetch();
    const { data } = (await answer.json()) as { data: { verification_url: string } };
    const verification_url_complete = `${data.verification_url}?code=BCDF-3467`;
    await route.fulfill({ json: { data: { ...data, user_code: 'BCDF-3467', verification_url_complete } } });
  });
  await page.route('**/auth/device-token*', (route) =>
    route.fulfill({ json: { data: { status: 'pending', interval: 600 } } }),
  );
}

/** A device that waits to be let in, and is. */
async function aDevice(page: Page): Promise<void> {
  const asked_at = '2026-11-21T20:14:00Z';
  const data = {
    code: 'BCDF-3467',
    name: 'Samsung TV',
    country_code: 'CA',
    region_code: 'CA-QC',
    asked_at,
    expires_at: asked_at,
  };
  await page.route(/\/auth\/(device\?|add_session)/, (route) => route.fulfill({ json: { data } }));
}

/** Goes on to the QR code for the app. */
async function beginSecondFactor(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Set it up|L’activer)$/ }).click();
  await page.locator('main input[type="password"]').fill('grandstand-demo');
  await page.locator('main button[type="submit"]').click();
  await expect(page.locator('.sec__qr')).toBeVisible();
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
  { name: 'login', path: () => '/login' },
  {
    name: 'login-refused',
    path: () => '/login',
    after: async (page) => {
      await page.locator('main input').first().fill('fan@example.com');
      await page.locator('main input[type="password"]').fill('not-the-password');
      await page.locator('main button[type="submit"]').click();
      await expect(page.getByRole('alert').first()).toBeVisible();
    },
  },
  { name: 'registration', path: () => '/registration' },
  {
    name: 'registration-invalid',
    path: () => '/registration',
    after: async (page) => {
      await page.locator('main button[type="submit"]').click();
      await expect(page.locator('[aria-invalid="true"]').first()).toBeVisible();
    },
  },
  { name: 'profile', path: () => '/profile', user: true },
  {
    name: 'profile-edit',
    path: () => '/profile',
    user: true,
    before: changed(/\/api\/profile\b/, { temporary_password: true }),
    after: async (page) => {
      await expect(page).toHaveURL(/\/profile\/edit/);
    },
  },
  {
    name: 'profile-security',
    path: () => '/profile/security',
    user: true,
    after: async (page) => {
      await expect(page.getByRole('button', { name: /^(Set it up|L’activer)$/ })).toBeVisible();
    },
  },
  {
    name: 'profile-security-on',
    path: () => '/profile/security',
    user: true,
    before: changed(/\/api\/auth\/second-factor\?/, {
      enabled: true,
      since: '2026-11-02T15:00:00Z',
      recovery_codes: 2,
    }),
  },
  {
    name: 'profile-security-scan',
    path: () => '/profile/security',
    user: true,
    before: async (page) => {
      // Always the same secret; the demo's user keeps logging in with a password alone.
      const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
      const otpauth_url = `otpauth://totp/Northline:fan%40example.com?secret=${secret}&issuer=Northline`;
      const recovery_codes = ['BCDF-GHJK-LMNP', 'QRTV-WXYZ-3467', '9BCD-FGHJ-KLMN', 'PQRT-VWXY-Z346'];
      await page.route('**/second-factor/begin*', (route) =>
        route.fulfill({ json: { data: { secret, otpauth_url } } }),
      );
      await page.route('**/second-factor/confirm*', (route) => route.fulfill({ json: { data: { recovery_codes } } }));
    },
    after: async (page) => {
      await beginSecondFactor(page);
    },
  },
  {
    name: 'profile-security-codes',
    path: () => '/profile/security',
    user: true,
    before: async (page) => {
      const recovery_codes = Array.from({ length: 10 }, (_, at) => `BCDF-GHJK-LMN${'PQRTVWXYZ3'[at]}`);
      await page.route('**/second-factor/begin*', (route) =>
        route.fulfill({ json: { data: { secret: 'JBSWY3DPEHPK3PXP', otpauth_url: 'otpauth://totp/x' } } }),
      );
      await page.route('**/second-factor/confirm*', (route) => route.fulfill({ json: { data: { recovery_codes } } }));
    },
    after: async (page) => {
      await beginSecondFactor(page);
      await page.locator('main input[inputmode="numeric"]').fill('123456');
      await page.locator('main button[type="submit"]').click();
      await expect(page.locator('.sec__list li')).toHaveCount(10);
    },
  },
  { name: 'link-device', path: () => '/profile/sessions/add', user: true },
  {
    name: 'link-device-asks',
    path: () => '/profile/sessions/add?code=BCDF-3467',
    user: true,
    before: aDevice,
    after: async (page) => {
      await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText(/Is this|Est-ce/);
    },
  },
  {
    name: 'link-device-wrong',
    path: () => '/profile/sessions/add?code=BCDF-GHJK',
    user: true,
    after: async (page) => {
      await expect(page.locator('[aria-invalid="true"]')).toBeVisible();
    },
  },
  {
    name: 'link-device-done',
    path: () => '/profile/sessions/add?code=BCDF-3467',
    user: true,
    before: aDevice,
    after: async (page) => {
      await page.getByRole('button', { name: /^(Yes|Oui)/ }).click();
      await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText(/^(Linked|Associé)$/);
    },
  },
  { name: 'activate', path: () => '/activate', before: aCode },
  {
    name: 'login-second-step',
    path: () => '/login',
    before: async (page) => {
      const body = { code: 'second_factor_required', detail: '', errors: [], request_id: 'a1b2', ticket: 'a-ticket' };
      await page.route('**/v2/auth/login*', (route) => route.fulfill({ status: 403, json: body }));
    },
    after: async (page) => {
      await page.locator('main input').first().fill('fan@example.com');
      await page.locator('main input[type="password"]').fill('grandstand-demo');
      await page.locator('main button[type="submit"]').click();
      await expect(page.locator('main input[inputmode="numeric"]')).toBeFocused();
    },
  },
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
      await expect(page.locator('.cform__captcha [role="status"]')).toContainText('reCAPTCHA');
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

async function logIn(page: Page): Promise<void> {
  await page.goto('/login?lang=en');
  await page
    .getByLabel(/e-?mail/i)
    .first()
    .fill('fan@example.com');
  await page
    .getByLabel(/^password/i)
    .first()
    .fill('grandstand-demo');
  await page
    .getByRole('main')
    .getByRole('button', { name: /log ?in|sign in/i })
    .click();
  await expect(page).not.toHaveURL(/\/login/);
}

for (const { language, width, use } of looks) {
  test.describe(`${language} at ${width}`, () => {
    test.use(use);
    for (const screen of screens) {
      test(screen.name, async ({ page }) => {
        const complaints = listen(page);
        if (screen.user) {
          await logIn(page);
        }
        await screen.before?.(page);
        const path = screen.path(places);
        await page.goto(`${path}${path.includes('?') ? '&' : '?'}lang=${language}`);
        await settle(page);
        await screen.after?.(page);
        await judge(page, `${screen.name}-${language}-${width}`, language);
        expect(complaints).toEqual([]);
      });
    }
  });
}
