import type { Page } from '@playwright/test';
import { expect } from '../fixtures.ts';
import { changed, type Screen } from './screen.ts';

/** The second step of a log in, and devices that are let in by a code. */

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

/** The channel offers other ways in, as one with keys of the providers does. */
async function offersOthers(page: Page): Promise<void> {
  await page.route(/\/profile\/security/, async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replace('"social":[]', '"social":["google","facebook"]');
    await route.fulfill({ response: answer, body });
  });
  const data = [{ provider: 'google', email: 'alex.tremblay@example.com', since: '2026-11-02T15:00:00Z' }];
  await page.route(/\/api\/auth\/identities\?/, (route) => route.fulfill({ json: { data, meta: {} } }));
}

/** Two-step login is on. */
const withFactor = changed(/\/api\/auth\/second-factor\?/, {
  enabled: true,
  since: '2026-11-02T15:00:00Z',
  recovery_codes: 8,
});

/** Goes on to the QR code for the app. */
async function beginSecondFactor(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Set it up|Activer)$/ }).click();
  await page.locator('main input[type="password"]').fill('grandstand-demo');
  await page.locator('main button[type="submit"]').click();
  await expect(page.locator('.sec__qr')).toBeVisible();
}

export const securityScreens: Screen[] = [
  {
    name: 'profile-security',
    path: () => '/profile/security',
    user: true,
    after: async (page) => {
      await expect(page.getByRole('button', { name: /^(Set it up|Activer)$/ })).toBeVisible();
    },
  },
  {
    name: 'profile-security-connected',
    path: () => '/profile/security',
    user: true,
    before: async (page) => {
      const since = '2026-11-02T15:00:00Z';
      const data = [
        { provider: 'google', email: 'alex.tremblay@example.com', since },
        { provider: 'facebook', email: '', since },
        { provider: 'remote', email: 'alex@club.example', since },
      ];
      await page.route(/\/api\/auth\/identities\?/, (route) => route.fulfill({ json: { data, meta: {} } }));
    },
    after: async (page) => {
      await expect(page.locator('.sec__ways li')).toHaveCount(3);
    },
  },
  {
    name: 'profile-security-connect',
    path: () => '/profile/security',
    user: true,
    before: async (page) => {
      await offersOthers(page);
      await withFactor(page);
    },
    after: async (page) => {
      await page.getByRole('button', { name: /^(Connect|Associer) Facebook$/ }).click();
      await page.locator('main .sec__form input').first().fill('grandstand-demo');
      await page.locator('main .sec__form button[type="submit"]').click();
      await expect(page.locator('[aria-invalid="true"]')).toHaveCount(1);
    },
  },
  {
    name: 'profile-security-again',
    path: () => '/profile/security',
    user: true,
    before: async (page) => {
      await offersOthers(page);
      await changed(/\/api\/profile\b/, { has_password: false })(page);
    },
    after: async (page) => {
      await page.route(/\/api\/auth\/identities\/facebook/, (route) => {
        const french = route.request().url().includes('lang=fr');
        const detail = french
          ? 'Confirmez d’abord que c’est bien vous : par un code que nous envoyons à votre courriel, ou en vous reconnectant.'
          : 'Confirm first that it is you: by a code that we send to your email, or by logging in again.';
        const body = { code: 'login_again', detail, errors: [], request_id: 'a1b2' };
        return route.fulfill({ status: 403, json: body });
      });
      await page.getByRole('button', { name: /^(Connect|Associer) Facebook$/ }).click();
      await page.locator('main .sec__form button[type="submit"]').click();
      await expect(page.locator('main .sec__form .err')).toBeVisible();
    },
  },
  {
    name: 'profile-edit-first-password',
    path: () => '/profile/edit',
    user: true,
    before: async (page) => {
      await withFactor(page);
      await changed(/\/api\/profile\b/, { has_password: false })(page);
    },
    after: async (page) => {
      await expect(page.locator('main [autocomplete="one-time-code"]')).toBeVisible();
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
  { name: 'link-device', path: () => '/profile/device', user: true },
  {
    name: 'link-device-asks',
    path: () => '/profile/device?code=BCDF-3467',
    user: true,
    before: aDevice,
    after: async (page) => {
      await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText(/Is this|Est-ce/);
    },
  },
  {
    name: 'link-device-wrong',
    path: () => '/profile/device?code=BCDF-GHJK',
    user: true,
    after: async (page) => {
      await expect(page.locator('[aria-invalid="true"]')).toBeVisible();
    },
  },
  {
    name: 'link-device-done',
    path: () => '/profile/device?code=BCDF-3467',
    user: true,
    before: aDevice,
    after: async (page) => {
      await page.getByRole('button', { name: /^(Yes|Oui)/ }).click();
      await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText(/^(Linked|Associé)$/);
    },
  },
  { name: 'activate', path: () => '/activate', before: aCode },
  { name: 'other-device', path: () => '/other-device?to=%2Fbuy%3Fevent_id%3D1', user: true },
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
];
