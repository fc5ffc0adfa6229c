import type { APIRequestContext } from '@playwright/test';
import { noViolations } from '../axe.ts';
import { expect, freshEmail, test } from '../fixtures.ts';
import { findPlaces } from '../screens/places.ts';
import { registersFromNewNetwork } from '../session.ts';
import { lettersTo } from './mail.ts';
import { logIn, newPerson, speak } from './person.ts';

/** Users confirm changes of their account by a code of the letter box: who forgot the password, and who never had one. */

const words = {
  en: {
    get: 'Get a code by email',
    code: 'Code from the email',
    confirm: 'Confirm',
    wrong: /This code is incorrect or has expired/,
    confirmed: 'Confirmed with a code by email',
    subject: 'Confirm a change to your account',
    save: 'Save',
    pending: /Almost there/,
    go: 'Continue to payment',
    email: 'Email',
    pay: /^Pay CAD\s\$/,
    fresh: 'New password',
    again: 'Repeat the new password',
    set: 'Set a password',
    current: 'Current password',
    refusal: 'Confirm first that it is you.',
  },
  fr: {
    get: 'Recevoir un code par courriel',
    code: 'Code reçu par courriel',
    confirm: 'Confirmer',
    wrong: /Ce code est incorrect ou expiré/,
    confirmed: 'Confirmé par un code reçu par courriel',
    subject: 'Confirmez un changement à votre compte',
    save: 'Enregistrer',
    pending: /Presque terminé/,
    go: 'Passer au paiement',
    email: 'Courriel',
    pay: /^Payer /,
    fresh: 'Nouveau mot de passe',
    again: 'Répétez le nouveau mot de passe',
    set: 'Choisir un mot de passe',
    current: 'Mot de passe actuel',
    refusal: 'Confirmez d’abord que c’est bien vous.',
  },
};

/** The code of the newest letter of that subject. */
async function codeTo(request: APIRequestContext, address: string, subject: string): Promise<string> {
  let code = '';
  await expect
    .poll(async () => {
      const letter = (await lettersTo(request, address)).find((one) => one.subject === subject);
      code = /\b\d{6}\b/.exec(letter?.text ?? '')?.[0] ?? '';
      return code;
    })
    .toMatch(/^\d{6}$/);
  return code;
}

for (const [lang, say] of Object.entries(words)) {
  test(`a user who forgot the password confirms by a mailed code (${lang})`, async ({ page, request }) => {
    await speak(page, lang);
    const person = await newPerson(request, lang);
    await logIn(page, person);
    await page.goto('/profile/edit');
    await page.locator('input[name="email"]').fill(`new-${person.email}`);
    await page.getByRole('button', { name: say.get }).click();
    const field = page.getByLabel(say.code, { exact: true });
    await expect(field).toBeFocused();
    await noViolations(page);
    const code = await codeTo(request, person.email, say.subject);
    await field.fill(code === '000000' ? '000001' : '000000');
    await page.getByRole('button', { name: say.confirm, exact: true }).click();
    await expect(page.getByText(say.wrong)).toBeVisible();
    await noViolations(page);
    await field.fill(code);
    await field.press('Enter');
    await expect(page.getByRole('status').filter({ hasText: say.confirmed })).toBeFocused();
    await noViolations(page);
    await page.getByRole('button', { name: say.save, exact: true }).last().click();
    await expect(page.getByText(say.pending)).toBeVisible();
  });

  test(`a guest confirms by a mailed code and gets a password (${lang})`, async ({ page, request }) => {
    await speak(page, lang);
    const email = freshEmail();
    await registersFromNewNetwork(page);
    await page.goto(`/buy?event_id=${(await findPlaces(request)).paid}`);
    await page.getByLabel(say.email, { exact: true }).fill(email);
    await page.getByRole('button', { name: say.go }).click();
    await expect(page.getByRole('button', { name: say.pay })).toBeVisible();

    // As if the guest had bought hours ago.
    let late = true;
    await page.route(/\/api\/profile(\?|$)/, (route) => {
      if (!late || route.request().method() !== 'POST') return route.fallback();
      late = false;
      return route.fulfill({
        status: 403,
        json: { code: 'login_again', detail: say.refusal, errors: [], request_id: 'a1b2' },
      });
    });
    await page.goto('/profile/edit');
    await page.getByLabel(say.fresh, { exact: true }).fill('tip-off at seven');
    await page.getByLabel(say.again, { exact: true }).fill('tip-off at seven');
    await page.getByRole('button', { name: say.set }).click();
    await expect(page.getByText(say.refusal)).toBeVisible();
    await noViolations(page);
    await page.getByRole('button', { name: say.get }).click();
    const field = page.getByLabel(say.code, { exact: true });
    await field.fill(await codeTo(request, email, say.subject));
    await field.press('Enter');
    await expect(page.getByLabel(say.current, { exact: true })).toBeVisible();
    await noViolations(page);
  });
}
