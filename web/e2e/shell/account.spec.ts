import type { Page } from '@playwright/test';
import { newPerson, type Person, speak } from '../account/person.ts';
import { expect, freshEmail, test } from '../fixtures.ts';
import { openAndRemember } from '../last-page.ts';
import { listen } from '../screens/judge.ts';
import { registersFromNewNetwork } from '../session.ts';

const password = 'a long enough password';

const words = {
  en: {
    fields: {
      first: 'First name',
      last: 'Last name',
      email: 'Email',
      password: 'Password',
      again: 'Repeat the password',
    },
    logIn: 'Log in',
    logOut: 'Log out',
    create: 'Create an account',
    accept: /I accept/,
    account: 'Your account',
    missing: ['Enter your first name', 'Enter your last name', 'Enter your Email', 'Please accept terms & conditions'],
    short: 'The password is too short',
    mismatch: 'The password and password confirmation do not match',
    taken: 'The email address you have entered is already registered',
    wrong: 'Wrong auth data',
    out: 'You are logged out.',
    show: 'Show password',
    languages: { next: 'Français', title: 'Votre compte' },
  },
  fr: {
    fields: {
      first: 'Prénom',
      last: 'Nom',
      email: 'Courriel',
      password: 'Mot de passe',
      again: 'Répétez le mot de passe',
    },
    logIn: 'Se connecter',
    logOut: 'Se déconnecter',
    create: 'Créer un compte',
    accept: /J’accepte/,
    account: 'Votre compte',
    missing: [
      'Saisissez votre prénom',
      'Saisissez votre nom',
      'Saisissez votre courriel',
      'Veuillez accepter les conditions d’utilisation',
    ],
    short: 'Le mot de passe est trop court',
    mismatch: 'Le mot de passe et sa confirmation ne correspondent pas',
    taken: 'L’adresse courriel saisie est déjà inscrite',
    wrong: 'Identifiants incorrects',
    out: 'Vous êtes déconnecté.',
    show: 'Afficher le mot de passe',
    languages: { next: 'English', title: 'Your account' },
  },
};

for (const [language, say] of Object.entries(words)) {
  const fillRegistration = async (page: Page, over: Partial<Record<keyof typeof say.fields, string>> = {}) => {
    const form = { first: 'Robin', last: 'Tremblay', email: freshEmail(), password, again: password, ...over };
    for (const [name, text] of Object.entries(form)) {
      await page.getByLabel(say.fields[name as keyof typeof form], { exact: true }).fill(text);
    }
  };
  const register = (page: Page) => page.getByRole('main').getByRole('button', { name: say.create }).click();
  const logIn = async (page: Page, person: Person, secret = person.password) => {
    await page.getByLabel(say.fields.email).fill(person.email);
    await page.getByLabel(say.fields.password, { exact: true }).fill(secret);
    await page.getByRole('main').getByRole('button', { name: say.logIn, exact: true }).click();
  };
  const account = (page: Page) => page.getByRole('button', { name: say.account });

  test.describe(language, () => {
    let complaints: string[] = [];
    test.beforeEach(async ({ page }) => {
      complaints = listen(page);
      await speak(page, language);
      await registersFromNewNetwork(page);
    });
    test.afterEach(() => expect(complaints).toEqual([]));

    test('registering logs in and returns to the page before', async ({ page }) => {
      await openAndRemember(page, '/terms_conditions?trk=poster');
      await page.getByRole('banner').getByRole('link', { name: say.logIn }).click();
      await page.getByRole('link', { name: say.create }).click();
      await expect(page).toHaveURL(/\/registration$/);
      await fillRegistration(page);
      await page.getByRole('checkbox', { name: say.accept }).check();
      await register(page);
      await expect(page).toHaveURL(/\/terms_conditions\?trk=poster$/);
      await expect(account(page)).toHaveText('RT');
    });

    test('a form says what is missing, in the words of the specification', async ({ page }) => {
      await page.goto('/registration');
      await register(page);
      for (const text of say.missing) await expect(page.getByText(text, { exact: true })).toBeVisible();
      await expect(page.getByLabel(say.fields.first, { exact: true })).toBeFocused();
      await fillRegistration(page, { password: 'short', again: 'other' });
      await expect(page.getByText(say.short)).toBeVisible();
      await fillRegistration(page, { again: 'another one' });
      await expect(page.getByText(say.mismatch)).toBeVisible();

      // An address that is taken is said at its field.
      await fillRegistration(page, { email: 'fan@example.com' });
      await page.getByRole('checkbox', { name: say.accept }).check();
      await register(page);
      const email = page.getByLabel(say.fields.email, { exact: true });
      await expect(email).toHaveAccessibleDescription(say.taken);
      await expect(email).toBeFocused();
    });

    test('log in, wrong and right; a user has no business on the log in page; log out', async ({ page, request }) => {
      const person = await newPerson(request, language);
      await page.goto('/login');
      await page.getByLabel(say.fields.password, { exact: true }).fill('secret');
      await page.getByRole('button', { name: say.show }).click();
      await expect(page.getByLabel(say.fields.password, { exact: true })).toHaveAttribute('type', 'text');
      await logIn(page, person, 'not the password');
      await expect(page.getByRole('alert')).toHaveText(say.wrong);
      await logIn(page, person);
      await expect(page).toHaveURL((url) => url.pathname === '/');
      await expect(account(page)).toBeVisible();

      await page.goto('/login');
      await expect(page).toHaveURL((url) => url.pathname === '/');
      await expect(account(page)).toBeVisible();

      await account(page).click();
      await page.getByRole('button', { name: say.logOut }).click();
      await expect(page.getByText(say.out)).toBeVisible();
      await expect(page.getByRole('banner').getByRole('link', { name: say.logIn })).toBeVisible();
    });

    test('a visitor who opens the profile logs in first and gets there', async ({ page, request }) => {
      const person = await newPerson(request, language);
      await page.goto('/profile');
      await expect(page).toHaveURL(/\/login$/);
      await logIn(page, person);
      await expect(page).toHaveURL(/\/profile$/);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(say.account);
      await expect(page.getByRole('main')).toContainText(person.email);
      await page.getByRole('radio', { name: say.languages.next }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(say.languages.title);
    });
  });
}
