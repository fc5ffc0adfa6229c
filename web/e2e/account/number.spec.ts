import { noViolations } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import { listen } from '../screens/judge.ts';
import { verifyAddress } from './mail.ts';
import { logIn, newPerson, speak } from './person.ts';

/**
 * A user with a verified email address and a phone number logs in by the digits of the number. A page address remembered by
 * the browser does not lead to another site.
 */

const words = {
  en: { saved: 'Your changes are saved.', wrong: 'Wrong auth data', malformed: 'A valid email address is required' },
  fr: {
    saved: 'Vos modifications sont enregistrées.',
    wrong: 'Identifiants incorrects',
    malformed: 'Une adresse courriel valide est requise',
  },
};

for (const [language, say] of Object.entries(words)) {
  test(`a phone number logs in by its digits (${language})`, async ({ page, request, baseURL }) => {
    const complaints = listen(page);
    await speak(page, language);
    const person = await newPerson(request, language);
    const digits = `${Date.now()}`.slice(-7) + `${100 + Math.floor(Math.random() * 900)}`;
    await logIn(page, person);
    await page.goto('/profile/edit');
    const details = page.getByRole('main').locator('form').first();
    await details.locator('input[type="tel"]').fill(`+1 ${digits.slice(0, 3)}-${digits.slice(3)}`);
    await details.locator('button[type="submit"]').click();
    await expect(page.getByText(say.saved)).toBeVisible();
    await verifyAddress(page, person.email, language);
    await page.goto('/profile/security');
    await page.locator('.acct__nav button').click();
    await expect(page).toHaveURL((url) => url.pathname === '/');

    await page.goto('/login');
    const form = page.getByRole('main');
    const enter = async (login: string, password: string) => {
      await form.locator('input[name="login"]').fill(login);
      await form.locator('input[name="password"]').fill(password);
      await form.locator('button[type="submit"]').click();
    };
    await enter(`1 ${digits}`, person.password); // a space is neither a digit nor a parenthesis
    await expect(page.getByText(say.malformed)).toBeVisible();
    const number = `1(${digits.slice(0, 3)})${digits.slice(3)}`;
    await enter(number, 'not the password');
    await expect(page.getByRole('alert').getByText(say.wrong)).toBeVisible();
    await noViolations(page);
    await page.evaluate(() => {
      const value = { href: '//evil.example/', path: '/', query: {}, params: {} };
      sessionStorage.setItem('rudy_last_page', JSON.stringify({ value, expires_at: Date.now() + 3_600_000 }));
    });
    await enter(number, person.password);
    await expect(page).toHaveURL((url) => url.origin === new URL(baseURL ?? '').origin && url.pathname === '/');
    await page.goto('/profile');
    await expect(page.getByRole('main')).toContainText(person.email);
    expect(complaints).toEqual([]);
  });
}
