import { noViolations } from '../axe.ts';
import { expect, freshEmail, test } from '../fixtures.ts';
import { openAndRemember } from '../last-page.ts';
import { registersFromNewNetwork } from '../session.ts';
import { letterTo, linkIn } from './mail.ts';

/** From registering to a verified address, with the letter read from the box. */

const password = 'a long enough password';

const words = {
  en: {
    fields: ['First name', 'Last name', 'Email', 'Password', 'Repeat the password'],
    accept: /I accept/,
    create: 'Create an account',
    more: 'More',
    notice: 'Check your email',
    wrote: 'We sent an email to',
    again: 'Send it again',
    sent: 'Sent. It can take a minute to arrive.',
    subject: 'Confirm your email address',
    confirm: 'Confirm my address',
    ask: 'Password of your account',
    notMe: 'This was not me',
    newPassword: ['New password', 'Repeat the password'],
    save: 'Save the new password',
    verified: 'Thank you. Your email address is verified.',
    already: 'Your email already verified.',
    failed: 'Verification your email address failed.',
    note: 'Your email address is not confirmed yet.',
    continue: 'Continue',
  },
  fr: {
    fields: ['Prénom', 'Nom', 'Courriel', 'Mot de passe', 'Répétez le mot de passe'],
    accept: /J’accepte/,
    create: 'Créer un compte',
    more: 'Plus',
    notice: 'Consultez vos courriels',
    wrote: 'Nous avons envoyé un courriel à',
    again: 'Envoyer de nouveau',
    sent: 'Le courriel est envoyé. Il peut mettre une minute à arriver.',
    subject: 'Confirmez votre adresse courriel',
    confirm: 'Confirmer mon adresse',
    ask: 'Mot de passe de votre compte',
    notMe: 'Ce n’était pas moi',
    newPassword: ['Nouveau mot de passe', 'Répétez le mot de passe'],
    save: 'Enregistrer le mot de passe',
    verified: 'Merci. Votre adresse courriel est vérifiée.',
    already: 'Votre adresse courriel est déjà vérifiée.',
    failed: 'La vérification de votre adresse courriel a échoué.',
    note: 'Votre adresse courriel n’est pas encore confirmée.',
    continue: 'Continuer',
  },
};

for (const [lang, say] of Object.entries(words)) {
  test(`registering, and verifying the address, in ${lang}`, async ({ page, request }) => {
    const email = freshEmail();
    await registersFromNewNetwork(page);
    await openAndRemember(page, `/terms_conditions?lang=${lang}`);
    await page.goto('/registration');
    const values = ['Robin', 'Tremblay', email, password, password];
    for (const [i, label] of say.fields.entries()) {
      await page.getByLabel(label, { exact: true }).fill(values[i] ?? '');
    }
    await page.getByRole('checkbox', { name: say.accept }).check();
    await page.getByRole('main').getByRole('button', { name: say.create }).click();

    // They are back where they were, and told of the letter beside it.
    await expect(page).toHaveURL(/\/terms_conditions/);
    await page.getByRole('button', { name: say.more, exact: true }).click();
    await expect(page).toHaveURL(/\/verify-notice$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(say.notice);
    await expect(page.getByRole('main').getByText(say.wrote)).toContainText(email);
    const { pathname, search } = new URL(linkIn(await letterTo(request, email, say.subject), '/verify-email'));
    const first = pathname + search; // of the site as these tests call it
    await page.getByRole('button', { name: say.again }).click();
    await expect(page.getByText(say.sent)).toBeVisible();
    await noViolations(page);
    await page.goto('/profile');
    await expect(page.getByText(say.note)).toBeVisible();

    // Nothing that the page asks for, and nothing it tells other sites, carries the secret.
    const signature = new URLSearchParams(search).get('signature') ?? '';
    const told: string[] = [];
    page.on('request', (asked) => {
      if (asked.isNavigationRequest()) return;
      told.push(`${asked.url()} ${asked.headers().referer ?? ''}`);
    });
    const document = await page.goto(first);
    expect(document?.headers()['referrer-policy']).toBe('no-referrer');
    await page.getByRole('button', { name: say.confirm }).click();
    await expect(page.getByText(say.verified)).toBeVisible();
    await expect(page).toHaveURL(
      (url) => url.pathname === '/verify-email' && !/email|expires|signature/.test(url.search),
    );
    expect(told.filter((line) => line.includes(signature))).toEqual([]);
    await noViolations(page);
    await page.getByRole('link', { name: say.continue }).click();
    await expect(page).toHaveURL(/\/profile$/);
    await expect(page.getByText(say.note)).toHaveCount(0);

    await page.goto(first);
    await page.getByRole('button', { name: say.confirm }).click();
    await expect(page.getByText(say.already)).toBeVisible();
    await noViolations(page);
    await page.goto(`${first}&signature=${signature}`);
    await expect(page.getByText(say.failed)).toBeVisible();
    await expect(page).toHaveURL((url) => !/email|expires|signature/.test(url.search));
    await page.goto(first.replace(encodeURIComponent(email), 'somebody%40example.com'));
    await page.getByRole('button', { name: say.confirm }).click();
    await expect(page.getByText(say.failed)).toBeVisible();
    await noViolations(page);
  });

  test(`an account that a stranger prepared, in ${lang}`, async ({ page, request, browser }) => {
    const email = freshEmail();
    await registersFromNewNetwork(page);
    await page.goto(`/registration?lang=${lang}`);
    const values = ['Eve', 'Stranger', email, password, password];
    for (const [i, label] of say.fields.entries()) {
      await page.getByLabel(label, { exact: true }).fill(values[i] ?? '');
    }
    await page.getByRole('checkbox', { name: say.accept }).check();
    await page.getByRole('main').getByRole('button', { name: say.create }).click();
    const { pathname, search } = new URL(linkIn(await letterTo(request, email, say.subject), '/verify-email'));

    const owner = await (await browser.newContext({ baseURL: new URL(page.url()).origin })).newPage();
    await owner.goto(`${pathname}${search}&lang=${lang}`);
    await owner.getByRole('button', { name: say.confirm }).click();
    await expect(owner.getByLabel(say.ask, { exact: true })).toBeVisible();
    await noViolations(owner);
    await owner.getByRole('button', { name: say.notMe }).click();
    for (const label of say.newPassword) await owner.getByLabel(label, { exact: true }).fill('another long password');
    await noViolations(owner);
    await owner.getByRole('button', { name: say.save }).click();
    await expect(owner.getByText(say.verified)).toBeVisible();

    await page.goto('/profile');
    await expect(page).toHaveURL(/\/login/);
    await owner.context().close();
  });
}
