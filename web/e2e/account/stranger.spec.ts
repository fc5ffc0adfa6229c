import { noViolations } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import { listen } from '../screens/judge.ts';
import { openSession } from '../session.ts';
import { letterTo } from './mail.ts';
import { newPerson, speak } from './person.ts';

/** A device that calls itself by a script shows a code in a QR address: whoever follows it is asked, and nothing runs. */

const called = '<img src=x onerror=alert(1)>"\'{{7*7}}';

const words = {
  en: {
    asked: 'Is this your device?',
    yes: 'Yes, link it',
    linked: 'Linked',
    subject: 'A device was linked to your account',
  },
  fr: {
    asked: 'Est-ce votre appareil?',
    yes: 'Oui, l’associer',
    linked: 'Associé',
    subject: 'Un appareil a été associé à votre compte',
  },
};

for (const [language, say] of Object.entries(words)) {
  test(`an address with a code asks for a log in and a yes, whatever the device is called (${language})`, async ({
    page,
    request,
  }) => {
    const complaints = listen(page);
    page.on('dialog', (dialog) => {
      complaints.push(`ran: ${dialog.message()}`);
      void dialog.dismiss();
    });
    const person = await newPerson(request, language);
    const api_key = await openSession(request);
    const device = await request.post('/api/auth/device-code', { data: { api_key, name: called } });
    expect(device.ok(), await device.text()).toBe(true);
    const { data } = (await device.json()) as { data: { device_code: string; verification_url_complete: string } };

    const { pathname, search } = new URL(data.verification_url_complete);
    await speak(page, language);
    await page.goto(pathname + search);
    await expect(page).toHaveURL(/\/login$/);
    const form = page.getByRole('main');
    await form.locator('input[name="login"]').fill(person.email);
    await form.locator('input[name="password"]').fill(person.password);
    await form.locator('button[type="submit"]').click();
    await expect(page).toHaveURL((url) => url.pathname === pathname && url.search === search);
    await expect(page.getByRole('heading', { name: say.asked })).toBeVisible();
    await expect(page.getByRole('main')).toContainText(called);
    await noViolations(page);
    await page.getByRole('button', { name: say.yes }).click();
    await expect(page.getByRole('heading', { name: say.linked })).toBeVisible();
    await noViolations(page);
    const polled = await request.post('/api/auth/device-token', { data: { api_key, device_code: data.device_code } });
    expect(((await polled.json()) as { data: { status: string } }).data.status).toBe('approved');

    const letter = await letterTo(request, person.email, say.subject);
    expect(letter.text).toContain(called);
    expect(letter.html).not.toContain('<img src=x');
    await page.goto('/profile/sessions');
    const row = page.getByRole('main').getByRole('listitem').filter({ hasText: called });
    await expect(row).toBeVisible();
    await noViolations(page);
    await row.getByRole('button').click();
    await expect(row).toHaveCount(0);
    expect(complaints).toEqual([]);
  });
}
