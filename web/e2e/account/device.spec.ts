import type { Browser, Page } from '@playwright/test';
import { noViolations } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import { openAndRemember } from '../last-page.ts';
import { saveScreenshot } from '../looks.ts';
import { letterTo } from './mail.ts';
import { fillLogIn, logIn, newPerson, speak } from './person.ts';

/** A TV and a phone, each a browser of its own. */
async function twoScreens(
  browser: Browser,
  locale: string,
): Promise<{ tv: Page; phone: Page; end: () => Promise<void> }> {
  const couch = await browser.newContext({ viewport: { width: 1920, height: 1080 }, locale });
  const hand = await browser.newContext({ viewport: { width: 390, height: 844 }, locale });
  const end = async () => void (await Promise.all([couch.close(), hand.close()]));
  return { tv: await couch.newPage(), phone: await hand.newPage(), end };
}

const looks = [
  {
    language: 'en',
    locale: 'en-CA',
    yes: 'Yes, link it',
    no: 'No, don’t link it',
    linked: 'Linked',
    denied: 'Declined',
    orders: 'Your orders',
    again: 'New code',
    account: 'Your account',
    subject: 'A device was linked to your account',
    asked: 'Is this your device?',
    told: 'You declined on your phone',
  },
  {
    language: 'fr',
    locale: 'fr-CA',
    yes: 'Oui, l’associer',
    no: 'Non, ne pas l’associer',
    linked: 'Associé',
    denied: 'Refusé',
    orders: 'Vos commandes',
    again: 'Nouveau code',
    account: 'Votre compte',
    subject: 'Un appareil a été associé à votre compte',
    asked: 'Est-ce votre appareil?',
    told: 'Vous avez refusé sur votre téléphone',
  },
];

for (const say of looks) {
  test(`a TV is let in from a phone, in ${say.language}`, async ({ browser, request }) => {
    const { tv, phone, end } = await twoScreens(browser, say.locale);
    const person = await newPerson(request, say.language);
    await speak(phone, say.language);
    await logIn(phone, person);

    await tv.goto(`/activate?lang=${say.language}`);
    const shown = tv.locator('.tv__code span').first();
    await expect(shown).toHaveText(/^[A-Z0-9]{4}-[A-Z0-9]{4}$/);
    const code = (await shown.textContent()) ?? '';
    // A remote control has arrows and one button.
    await expect(tv.getByRole('button', { name: say.again })).toBeFocused();
    await tv.keyboard.press('ArrowRight');
    await expect(tv.locator('.tv__acts a').first()).toBeFocused();
    await saveScreenshot(tv, `activate-${say.language}-1920`);
    await noViolations(tv);

    // As people type it: small, without the dash.
    await phone.goto('/profile/device');
    await phone.locator('main input').fill(code.replace('-', '').toLowerCase());
    await phone.locator('main button[type="submit"]').click();
    await expect(phone.getByRole('heading', { name: say.asked })).toBeVisible();
    await expect(phone.getByRole('main')).toContainText(code);
    await phone.getByRole('button', { name: say.yes }).click();
    await expect(phone.getByRole('heading', { name: say.linked })).toBeFocused();
    await expect(phone.getByRole('heading', { name: say.linked })).toBeInViewport();
    await phone.getByRole('link', { name: say.orders }).click();
    await expect(phone).toHaveURL((url) => url.pathname === '/profile');

    await expect(tv).toHaveURL((url) => url.pathname === '/');
    await expect(tv.getByRole('button', { name: say.account })).toBeVisible();
    const letter = await letterTo(request, person.email, say.subject);
    expect(letter.text).not.toContain(code);

    // The TV may watch. What it may not do goes on with the phone.
    await openAndRemember(tv, '/faq');
    await tv.goto('/profile/security');
    await expect(tv).toHaveURL((url) => url.pathname === '/other-device');
    await expect(tv.locator('.tv__where')).toHaveText(/\/profile\/security$/);
    await expect(tv.locator('.tv__acts a').first()).toBeFocused();
    await saveScreenshot(tv, `other-device-${say.language}-1920`);
    await noViolations(tv);
    await tv.keyboard.press('Enter');
    await expect(tv).toHaveURL((url) => url.pathname === '/faq');
    await end();
  });

  test(`a code in the address waits for the log in, and for a yes, in ${say.language}`, async ({
    browser,
    request,
  }) => {
    const { tv, phone, end } = await twoScreens(browser, say.locale);
    const person = await newPerson(request, say.language);
    await speak(phone, say.language);
    await tv.goto(`/activate?lang=${say.language}`);
    const code = (await tv.locator('.tv__code span').first().textContent()) ?? '';

    await phone.goto(`/profile/sessions/add?code=${code}`);
    await expect(phone).toHaveURL(/\/login$/);
    await fillLogIn(phone, person);
    await expect(phone).toHaveURL(new RegExp(`/profile/device\\?code=${code}$`));
    await expect(phone.getByRole('heading', { name: say.asked })).toBeVisible();
    await phone.getByRole('button', { name: say.no }).click();
    await expect(phone.getByRole('heading', { name: say.denied })).toBeVisible();

    await expect(tv.getByText(say.told)).toBeVisible();
    await tv.keyboard.press('Enter');
    await expect(tv.locator('.tv__code span').first()).not.toHaveText(code);
    await end();
  });
}

test('linking without a code leads to the active orders', async ({ page, request }) => {
  const person = await newPerson(request, 'en');
  await speak(page, 'en');
  await logIn(page, person);
  await page.goto('/profile/sessions/add');
  await expect(page).toHaveURL((url) => url.pathname === '/profile');
  await page.goto('/profile/sessions');
  await page.getByRole('link', { name: 'Link a device', exact: true }).click();
  await expect(page).toHaveURL((url) => url.pathname === '/profile/device');
  await expect(page.getByRole('textbox', { name: 'Code' })).toBeVisible();
});
