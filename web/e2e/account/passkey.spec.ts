import type { Page } from '@playwright/test';
import { noViolations } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import { letterTo } from './mail.ts';
import { logIn, newPerson, speak } from './person.ts';

/** A passkey from the security page to a login, with Chromium's virtual authenticator. */

// Passkeys need a domain: WebAuthn knows no addresses.
const base = new URL(process.env.GRANDSTAND_URL ?? 'http://127.0.0.1:8080');
base.hostname = 'localhost';
test.use({ baseURL: base.origin });

/** An authenticator that verifies its user, and answers once `present` says so. */
async function authenticator(page: Page) {
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: false,
    },
  });
  return {
    present: (enabled: boolean) => client.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
    verify: (isUserVerified: boolean) => client.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  };
}

const words = {
  en: {
    panel: 'Passkeys',
    add: 'Add a passkey',
    name: 'Name of the passkey (optional)',
    next: 'Continue',
    added: 'A passkey was added to your account',
    logIn: 'Log in with a passkey',
    used: /Last used/,
    unused: /Not used yet/,
    remove: 'Remove Laptop',
    failed: /This passkey did not work/,
    instead: 'Use a passkey instead',
    confirmed: 'Confirmed with a passkey',
    save: 'Save',
    pending: /Almost there/,
  },
  fr: {
    panel: 'Clés d’accès',
    add: 'Ajouter une clé d’accès',
    name: 'Nom de la clé d’accès (facultatif)',
    next: 'Continuer',
    added: 'Une clé d’accès a été ajoutée à votre compte',
    logIn: 'Se connecter avec une clé d’accès',
    used: /Dernière utilisation/,
    unused: /Pas encore utilisée/,
    remove: 'Retirer Laptop',
    failed: /Cette clé d’accès n’a pas fonctionné/,
    instead: 'Utiliser plutôt une clé d’accès',
    confirmed: 'Confirmé par une clé d’accès',
    save: 'Enregistrer',
    pending: /Presque terminé/,
  },
};

for (const [lang, say] of Object.entries(words)) {
  test(`a passkey, in ${lang}`, async ({ page, request }) => {
    await speak(page, lang);
    await page.addInitScript(() => {
      const value = JSON.stringify({ value: 'denied', expires_at: Date.UTC(2100, 0) });
      localStorage.setItem('rudy_analytics_consent', value);
      // The authenticator would answer the suggestions of the email field before the button is pressed.
      if ('PublicKeyCredential' in window) {
        PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);
      }
    });
    const person = await newPerson(request, lang);
    const device = await authenticator(page);
    await logIn(page, person);
    await page.goto('/profile/security');
    const panel = page.getByRole('region', { name: say.panel });
    await panel.getByRole('button', { name: say.add }).click();
    await noViolations(page);
    await panel.locator('[type="password"]').fill(person.password);
    await panel.getByLabel(say.name).fill('Laptop');
    await device.present(true);
    await panel.getByRole('button', { name: say.next }).click();
    await expect(panel.getByText('Laptop')).toBeVisible();
    await expect(panel.getByText(say.unused)).toBeVisible();
    await letterTo(request, person.email, say.added);
    await noViolations(page);
    await device.present(false);

    const logOut = async () => {
      await page.goto('/profile/security');
      await page.locator('.acct__nav button').click();
      await expect(page).toHaveURL((url) => url.pathname === '/');
    };
    const logInByPasskey = async () => {
      await page.goto('/login');
      await device.present(true);
      await page.getByRole('main').getByRole('button', { name: say.logIn }).click();
    };
    await logOut();
    await logInByPasskey();
    await expect(page).not.toHaveURL(/\/login/);
    await device.present(false);
    await page.goto('/profile/security');
    await expect(panel.getByText(say.used)).toBeVisible();

    await page.goto('/profile/edit');
    await page.locator('input[name="email"]').fill(`new-${person.email}`);
    await device.present(true);
    await page.getByRole('button', { name: say.instead }).click();
    await expect(page.getByText(say.confirmed)).toBeVisible();
    await noViolations(page);
    await page.getByRole('button', { name: say.save }).last().click();
    await expect(page.getByText(say.pending)).toBeVisible();
    await device.present(false);

    await page.goto('/profile/security');
    await panel.getByRole('button', { name: say.remove }).click();
    await expect(panel.getByText('Laptop')).toBeHidden();
    await logOut();
    await logInByPasskey();
    await expect(page.getByText(say.failed)).toBeVisible();
  });
}
