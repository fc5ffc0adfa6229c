import { randomUUID } from 'node:crypto';
import { expect, freshEmail, test } from '../fixtures.ts';
import { looks } from '../looks.ts';
import { judge, listen, settle } from '../screens/judge.ts';
import { appCode, setUp } from './authenticator.ts';
import { letterTo } from './mail.ts';
import { agree, arrived, giveUp, site } from './provider.ts';

/** Other ways in, connected and ended from one's own profile, and the first password of somebody who had none. */

const words = {
  en: {
    google: 'Continue with Google',
    register: 'Register',
    accept: /I accept/,
    account: 'Your account',
    connect: 'Connect Facebook',
    connectGoogle: 'Connect Google',
    goOn: 'Continue to Facebook',
    goOnGoogle: 'Continue to Google',
    end: 'Disconnect Facebook',
    endGoogle: 'Disconnect Google',
    connected: 'Facebook was connected to your account',
    gaveUp: /You did not finish logging in there/,
    lastWay: /Your account has no password/,
    set: 'Set a password',
    password: 'Your password',
    wrong: 'Incorrect password',
    setUp: 'Set it up',
    kept: 'I have saved them',
    wrongCode: /This code is incorrect/,
    ended: 'Facebook was disconnected from your account',
    notHere: /started in this browser/,
  },
  fr: {
    google: 'Continuer avec Google',
    register: 'S’inscrire',
    accept: /J’accepte/,
    account: 'Votre compte',
    connect: 'Associer Facebook',
    connectGoogle: 'Associer Google',
    goOn: 'Continuer vers Facebook',
    goOnGoogle: 'Continuer vers Google',
    end: 'Dissocier Facebook',
    endGoogle: 'Dissocier Google',
    connected: 'Facebook a été associé à votre compte',
    gaveUp: /Vous n’avez pas terminé la connexion/,
    lastWay: /Votre compte n’a pas de mot de passe/,
    set: 'Choisir un mot de passe',
    password: 'Votre mot de passe',
    wrong: 'Mot de passe incorrect',
    setUp: 'Activer',
    kept: 'Je les ai enregistrés',
    wrongCode: /Ce code est incorrect/,
    ended: 'Facebook a été dissocié de votre compte',
    notHere: /pas commencé dans ce navigateur/,
  },
};

// The widths of the screens are judged in screens.spec.ts; here each language is gone through once.
for (const { language, width, use } of looks) {
  const say = words[language];
  test.describe(`${language} at ${width}`, () => {
    test.use(use);

    test('who came by one service connects another and chooses a password', { tag: '@encoder' }, async ({
      page,
      baseURL,
      request,
    }) => {
      const complaints = listen(page);
      const origin = site(baseURL);
      const google = { subject: randomUUID(), email: freshEmail(), verified: true };
      await page.goto(`${origin}/login?lang=${language}`);
      await page.getByRole('button', { name: say.google }).click();
      await agree(page, google);
      await page.getByRole('checkbox', { name: say.accept }).check();
      await page.getByRole('button', { name: say.register }).click();
      await expect(page.getByRole('button', { name: say.account })).toBeVisible();

      // Giving up at the provider connects nothing, and says so where it began.
      const main = page.getByRole('main');
      const button = (name: string) => main.getByRole('button', { name, exact: true });
      await page.goto(`${origin}/profile/security`);
      await button(say.connect).click();
      await button(say.goOn).click();
      await giveUp(page);
      await expect(page).toHaveURL(`${origin}/profile/security`);
      await expect(main.getByText(say.gaveUp)).toBeVisible();

      await button(say.connect).click();
      await button(say.goOn).click();
      await agree(page, { subject: randomUUID() });
      await expect(page).toHaveURL(`${origin}/profile/security`); // the ticket has left the address
      await expect(button(say.end)).toBeVisible();
      await letterTo(request, google.email, say.connected);
      await settle(page);
      await judge(page, 'security-both-ways', { language, width });

      // One way may end; the last one stays until there is a password.
      await button(say.endGoogle).click();
      await expect(button(say.connectGoogle)).toBeVisible();
      await button(say.end).click();
      await expect(main.getByText(say.lastWay)).toBeVisible();
      await main.getByRole('link', { name: say.set }).click();
      const password = 'tip-off at seven';
      const fields = main.locator('[autocomplete="new-password"]');
      await expect(fields).toHaveCount(2);
      for (const field of await fields.all()) await field.fill(password);
      await button(say.set).click();
      await expect(main.locator('[autocomplete="current-password"]')).toBeVisible(); // the form of who has one

      await page.goto(`${origin}/profile/security`);
      await button(say.end).click();
      await expect(button(say.connect)).toBeVisible();
      await letterTo(request, google.email, say.ended);
      // And from now on connecting takes it.
      await button(say.connectGoogle).click();
      const proof = main.getByLabel(say.password, { exact: true });
      await expect(proof).toBeFocused();
      await proof.fill('not my password');
      await button(say.goOnGoogle).click();
      await expect(main.getByText(say.wrong)).toBeVisible();
      await proof.fill(password);
      await button(say.goOnGoogle).click();
      await agree(page, google);
      await expect(button(say.endGoogle)).toBeVisible();

      // With two-step login on, it takes a code as well.
      const secret = await setUp(page, say.setUp, password);
      const code = main.locator('[autocomplete="one-time-code"]');
      await code.fill(appCode(secret));
      await main.locator('button[type="submit"]').click();
      await expect(main.locator('.sec__list li')).toHaveCount(10);
      const [spare = ''] = await main.locator('.sec__list li').allTextContents();
      await button(say.kept).click();
      await button(say.connect).click();
      await proof.fill(password);
      await code.fill('000000');
      await button(say.goOn).click();
      await expect(main.getByText(say.wrongCode)).toBeVisible();
      await code.fill(appCode(secret, 1)); // none is good twice
      await button(say.goOn).click();
      await agree(page, { subject: randomUUID() });
      await expect(button(say.end)).toBeVisible();

      // Who lost what the browser was given is told so where it began.
      await button(say.end).click(); // the code that connected it counts for 5 minutes: no dialog asks for another one
      await expect(button(say.connect)).toBeVisible();
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await button(say.connect).click();
      await proof.fill(password);
      await code.fill(spare);
      await button(say.goOn).click();
      await arrived(page);
      await page.context().clearCookies({ name: 'grandstand_login' });
      await agree(page, { subject: randomUUID() });
      await expect(page).toHaveURL(`${origin}/profile/security`);
      await expect(main.getByText(say.notHere)).toBeVisible();
      await expect(button(say.connect)).toBeVisible();
      expect(complaints).toEqual([]);
    });
  });
}
