import { createHmac, randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, freshEmail, test } from '../fixtures.ts';
import { openAndRemember } from '../last-page.ts';
import { looks } from '../looks.ts';
import { judge, listen, settle } from '../screens/judge.ts';
import { newPerson } from './person.ts';
import { agree, giveUp, site } from './provider.ts';

const secret = process.env.SOCIAL_MEMBER_SECRET ?? '';

const words = {
  en: {
    google: 'Continue with Google',
    facebook: 'Continue with Facebook',
    register: 'Register',
    accept: /I accept/,
    account: 'Your account',
    notYet: 'You are not registered yet. Please accept terms and conditions and click Register to continue.',
    terms: 'Please accept terms & conditions',
    gaveUp: /You did not finish logging in there/,
    members: 'Log in with your Harbour League membership',
  },
  fr: {
    google: 'Continuer avec Google',
    facebook: 'Continuer avec Facebook',
    register: 'S’inscrire',
    accept: /J’accepte/,
    account: 'Votre compte',
    notYet:
      'Vous n’êtes pas encore inscrit. Veuillez accepter les conditions d’utilisation et cliquer sur S’inscrire pour continuer.',
    terms: 'Veuillez accepter les conditions d’utilisation',
    gaveUp: /Vous n’avez pas terminé la connexion/,
    members: 'Se connecter avec votre adhésion Ligue du Havre',
  },
};

type Lang = keyof typeof words;

/** A token of the channel's membership system. */
function memberToken(claims: object): string {
  const now = Math.floor(Date.now() / 1000);
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const body = { aud: 'social', sub: randomUUID(), jti: randomUUID(), iat: now, exp: now + 300, ...claims };
  const signed = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(body)}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}

const account = (page: Page, lang: Lang) => page.getByRole('button', { name: words[lang].account });

/** Screens are judged at every width in both languages; ways that end at the same screens are gone once in each. */
const isSample = (language: string, width: number) => (language === 'en') === width > 1000;

for (const { language: lang, width, use } of looks) {
  const say = words[lang];
  test.describe(`${lang} at ${width}`, () => {
    test.use(use);

    test('who is new accepts the terms, and is known from then on', { tag: '@encoder' }, async ({
      page,
      baseURL,
      context,
    }) => {
      const complaints = listen(page);
      const origin = site(baseURL);
      const who = { subject: randomUUID(), email: freshEmail(), verified: true };
      await openAndRemember(page, `${origin}/terms_conditions?lang=${lang}&trk=poster`);
      await page.goto(`${origin}/login?lang=${lang}`);
      await expect(page.getByRole('link', { name: say.members })).toHaveAttribute(
        'href',
        /^https:\/\/members\.example\/login\?return_to=%2Fterms_conditions/,
      );
      await settle(page);
      await judge(page, `login-ways`, { language: lang, width });
      await page.goto(`${origin}/terms_conditions?lang=${lang}&trk=poster&modal=login`);
      const dialog = page.getByRole('dialog');
      await expect(dialog.getByRole('button', { name: say.google })).toBeVisible();
      await judge(page, `modal-login-ways`, { language: lang, width });
      await dialog.getByRole('button', { name: say.google }).click();
      await agree(page, who);

      await expect(page).toHaveURL(`${origin}/login`); // the ticket has left the address
      await expect(page.getByText(say.notYet)).toBeVisible();
      await settle(page);
      await judge(page, `social-register`, { language: lang, width });
      await page.getByRole('button', { name: say.register }).click();
      await expect(page.getByText(say.terms, { exact: true })).toBeVisible();
      await page.getByRole('checkbox', { name: say.accept }).check();
      await page.getByRole('button', { name: say.register }).click();
      await expect(page).toHaveURL(/\/terms_conditions\?.*trk=poster/);
      await expect(account(page, lang)).toBeVisible();

      const other = await (await context.browser()!.newContext(use)).newPage(); // another device of theirs
      await other.goto(`${origin}/registration?lang=${lang}`);
      await other.getByRole('button', { name: say.google }).click();
      await agree(other, who);
      await expect(account(other, lang)).toBeVisible();
      await other.context().close();
      expect(complaints).toEqual([]);
    });

    if (!isSample(lang, width)) return;

    test('an address that has an account asks for its password first', { tag: '@encoder' }, async ({
      page,
      baseURL,
    }) => {
      const origin = site(baseURL);
      // By another address: only browsers know where names below localhost are.
      const { email, password } = await newPerson(page.request, lang, 'social');
      await page.goto(`${origin}/login?lang=${lang}`);
      await page.getByRole('button', { name: say.facebook }).click();
      const who = { subject: randomUUID(), email };
      await agree(page, who);
      const form = page.getByRole('main').locator('form');
      await expect(form).toBeVisible();
      await settle(page);
      await judge(page, `social-connect`, { language: lang, width });
      await form.locator('input').first().fill(email);
      await form.locator('input[type="password"]').fill(password);
      await form.locator('button[type="submit"]').click();
      await expect(account(page, lang)).toBeVisible();
    });

    test('giving up at the provider is no dead end', { tag: '@encoder' }, async ({ page, baseURL }) => {
      const origin = site(baseURL);
      await page.goto(`${origin}/login?lang=${lang}`);
      await page.getByRole('button', { name: say.facebook }).click();
      await giveUp(page);
      await expect(page).toHaveURL(`${origin}/login`);
      await expect(page.getByRole('alert').getByText(say.gaveUp)).toBeVisible();
      await settle(page);
      await judge(page, `social-refused`, { language: lang, width });
      await page.getByRole('button', { name: say.facebook }).click();
      await agree(page, { subject: randomUUID() }); // Facebook tells no address
      await page.locator('main input[type="email"]').fill(freshEmail());
      await page.getByRole('checkbox', { name: say.accept }).check();
      await page.getByRole('button', { name: say.register }).click();
      await expect(account(page, lang)).toBeVisible();
    });

    test('a member arrives by a token, once', { tag: '@encoder' }, async ({ page, baseURL, context }) => {
      const origin = site(baseURL);
      const token = memberToken({ given_name: 'Robin', family_name: 'Tremblay' });
      const address = `${origin}/login?remote_token=${token}&return_to=${encodeURIComponent('/terms_conditions?trk=members')}&lang=${lang}`;
      await page.goto(address);
      await expect(page).toHaveURL(`${origin}/terms_conditions?trk=members`);
      await expect(account(page, lang)).toBeVisible();

      const other = await (await context.browser()!.newContext(use)).newPage(); // who found the address
      await other.goto(address);
      await expect(other).toHaveURL(`${origin}/login`);
      await expect(other.getByRole('alert')).toHaveText(/.+/);
      await expect(account(other, lang)).toHaveCount(0);
      await other.context().close();
    });
  });
}
