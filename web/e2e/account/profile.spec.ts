import { noViolations } from '../axe.ts';
import { expect, freshEmail, test } from '../fixtures.ts';
import { letterTo, linkIn } from './mail.ts';
import { logIn, newPerson, speak } from './person.ts';

const words = {
  en: {
    first: 'First name',
    saved: 'Your changes are saved.',
    email: 'Email',
    password: 'New password (optional)',
    repeat: 'Repeat the new password',
    current: 'Current password',
    save: 'Save',
    mismatch: "PASSWORDS DON'T MATCH",
    incorrect: 'Incorrect password',
    confirm: 'Confirm your new email address',
    asked: 'Your email address is about to change',
    changed: 'Your email address was changed',
    use: 'Use this address',
    done: 'Your email has changed',
    used: 'This link has already been used',
    closed: 'Your password has changed. All other devices are logged out.',
    download: 'Download my data',
  },
  fr: {
    first: 'Prénom',
    saved: 'Vos modifications sont enregistrées.',
    email: 'Courriel',
    password: 'Nouveau mot de passe (facultatif)',
    repeat: 'Répétez le nouveau mot de passe',
    current: 'Mot de passe actuel',
    save: 'Enregistrer',
    mismatch: 'LES MOTS DE PASSE NE CORRESPONDENT PAS',
    incorrect: 'Mot de passe incorrect',
    confirm: 'Confirmez votre nouvelle adresse courriel',
    asked: 'Votre adresse courriel est sur le point de changer',
    changed: 'Votre adresse courriel a été changée',
    use: 'Utiliser cette adresse',
    done: 'Votre courriel a changé',
    used: 'Ce lien a déjà servi',
    closed: 'Votre mot de passe a changé. Tous les autres appareils sont déconnectés.',
    download: 'Télécharger mes données',
  },
};

for (const [language, say] of Object.entries(words)) {
  test(`a person changes everything about themselves (${language})`, async ({ page, browser, request }) => {
    await speak(page, language);
    const person = await newPerson(request, language);
    const elsewhere = await (await browser.newContext()).newPage();
    await logIn(elsewhere, person);
    await logIn(page, person);

    await page.goto('/profile/edit');
    const forms = page.getByRole('main').locator('form');
    const [details, credentials] = [forms.first(), forms.nth(1)];
    await details.getByLabel(say.first).fill('Zoé');
    await details.getByRole('button', { name: say.save }).click();
    await expect(page.getByText(say.saved)).toBeVisible();

    const next = freshEmail();
    await credentials.getByLabel(say.email, { exact: true }).fill(next);
    await credentials.getByLabel(say.current, { exact: true }).fill('not the password');
    await credentials.getByRole('button', { name: say.save }).click();
    await expect(credentials.getByLabel(say.current, { exact: true })).toHaveAccessibleDescription(
      new RegExp(say.incorrect),
    );
    await noViolations(page);
    await credentials.getByLabel(say.current, { exact: true }).fill(person.password);
    await credentials.getByRole('button', { name: say.save }).click();
    await expect(credentials.getByRole('status')).toContainText(next);
    await letterTo(request, person.email, say.asked);

    // The link, on another device, where nobody is logged in.
    const link = linkIn(await letterTo(request, next, say.confirm), '/confirm-email');
    const { pathname, search } = new URL(link);
    const phone = await (await browser.newContext()).newPage();
    await speak(phone, language);
    await phone.goto(pathname + search);
    await phone.getByRole('button', { name: say.use }).click();
    await phone.locator('main input[autocomplete="current-password"]').fill(person.password);
    await phone.getByRole('button', { name: say.use }).click();
    await expect(phone.getByRole('heading', { level: 1 })).toHaveText(say.done);
    await noViolations(phone);
    await letterTo(request, person.email, say.changed);
    await phone.goto(pathname + search);
    await phone.getByRole('button', { name: say.use }).click();
    await expect(phone.getByRole('heading', { level: 1 })).toHaveText(say.used);

    await page.goto('/profile');
    await expect(page.getByRole('main')).toContainText(next);
    await expect(page.getByRole('heading', { level: 2, name: 'Zoé Tremblay' })).toBeVisible();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: say.download }).click();
    expect((await download).suggestedFilename()).toBe('demo-account.json');

    await page.goto('/profile/edit');
    await credentials.getByLabel(say.password).fill('a brand new one');
    await credentials.getByLabel(say.repeat).fill('another new one');
    await credentials.getByLabel(say.current, { exact: true }).fill(person.password);
    await credentials.getByRole('button', { name: say.save }).click();
    await expect(page.getByText(say.mismatch)).toBeVisible();
    await credentials.getByLabel(say.repeat).fill('a brand new one');
    await credentials.getByRole('button', { name: say.save }).click();
    await expect(page.getByText(say.closed)).toBeVisible();
    await elsewhere.goto('/profile');
    await expect(elsewhere).toHaveURL(/\/login$/);
    await page.reload();
    await expect(page).toHaveURL(/\/profile\/edit$/);
  });
}
