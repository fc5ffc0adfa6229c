import { noViolations } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import { openAndRemember } from '../last-page.ts';
import { letterTo, linkIn } from './mail.ts';
import { newPerson } from './person.ts';

/** From a forgotten password to a new one, with the letter read from the box. */

const after = 'another long password';

const words = {
  en: {
    forgot: 'Forgot your password?',
    email: 'Email',
    send: 'Send me a link',
    sent: /has an account here/,
    subject: 'Choose a new password',
    removed: /This email address was never confirmed/,
    names: ['First name', 'Last name'],
    fields: ['New password', 'Repeat the password'],
    save: 'Save the new password',
    common: 'This password is too common.',
    saved: /Your new password is saved/,
    changed: 'Your password was changed',
    failed: 'Reset password failed.',
    expired: 'Reset password key expired.',
  },
  fr: {
    forgot: 'Mot de passe oublié?',
    email: 'Courriel',
    send: 'Envoyez-moi un lien',
    sent: /correspond à un compte/,
    subject: 'Choisissez un nouveau mot de passe',
    removed: /Cette adresse courriel n’a jamais été confirmée/,
    names: ['Prénom', 'Nom'],
    fields: ['Nouveau mot de passe', 'Répétez le mot de passe'],
    save: 'Enregistrer le mot de passe',
    common: 'Ce mot de passe est trop courant.',
    saved: /Votre nouveau mot de passe est enregistré/,
    changed: 'Votre mot de passe a été changé',
    failed: 'La réinitialisation du mot de passe a échoué.',
    expired: 'Le lien de réinitialisation du mot de passe a expiré.',
  },
};

for (const [lang, say] of Object.entries(words)) {
  test(`a forgotten password, in ${lang}`, async ({ page, request }) => {
    const { email, apiKey } = await newPerson(request, lang);
    const choose = async (password: string) => {
      for (const label of say.fields) await page.getByLabel(label, { exact: true }).fill(password);
      await page.getByRole('button', { name: say.save }).click();
    };

    await openAndRemember(page, `/faq?lang=${lang}`);
    await page.goto('/login');
    await page.getByRole('link', { name: say.forgot }).click();
    await expect(page).toHaveURL(/\/password-reset-request$/);
    await expect(page.getByRole('heading', { level: 1, name: say.forgot })).toBeVisible();
    await page.getByLabel(say.email, { exact: true }).fill(email);
    await page.getByRole('button', { name: say.send }).click();
    await expect(page.getByText(say.sent)).toContainText(email);
    await noViolations(page);

    const { pathname, search } = new URL(linkIn(await letterTo(request, email, say.subject), '/password-reset'));
    const link = pathname + search; // of the site as these tests call it
    const document = await page.goto(link);
    expect(document?.headers()['referrer-policy']).toBe('no-referrer');
    await expect(page).toHaveURL(
      (url) => url.pathname === '/password-reset' && !/email|expires|signature/.test(url.search),
    );
    await page.reload(); // it is not lost with the address
    // This browser is unknown to the account, whose address was never confirmed.
    await expect(page.getByText(say.removed)).toBeVisible();
    for (const label of say.names) await page.getByLabel(label, { exact: true }).fill('Robin');
    await choose('password1234');
    await expect(page.getByText(say.common)).toBeVisible();
    await noViolations(page);
    await choose(after);
    await expect(page.getByText(say.saved)).toBeVisible();
    await expect(page).toHaveURL(/\/faq/);
    await letterTo(request, email, say.changed);

    // What was open elsewhere is closed, and the link has done its work.
    const closed = await request.get('/api/profile', { params: { api_key: apiKey } });
    expect(closed.status()).toBe(400);
    await page.goto(link);
    await expect(page, 'a user has no business there').toHaveURL((url) => url.pathname === '/');
    await page.context().clearCookies();
    await page.evaluate(() => localStorage.clear());
    await page.goto(link.includes('&lang=') ? link : `${link}&lang=${lang}`);
    await expect(page.getByText(say.failed)).toBeVisible(); // at once, before a password is asked for
    await expect(page.getByLabel(say.email, { exact: true })).toHaveValue(email);
    await noViolations(page);
  });
}
