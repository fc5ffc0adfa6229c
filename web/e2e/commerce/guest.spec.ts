import { lettersTo } from '../account/mail.ts';
import { speak } from '../account/person.ts';
import { noViolations } from '../axe.ts';
import { expect, freshEmail, test } from '../fixtures.ts';
import { findPlaces } from '../screens/places.ts';
import { registersFromNewNetwork } from '../session.ts';
import { cards, payWith, words } from './till.ts';

/** A visitor buys a game with an email address and a card, and later has the account by a mailed code. */

const labels = {
  en: {
    email: 'Email',
    go: 'Continue to payment',
    code: 'Code',
    fresh: 'New password',
    again: 'Repeat the new password',
    set: 'Set a password',
    current: 'Current password',
    receipt: /^Your receipt /,
    letter: /Log in with a code by email/,
    sent: /^We sent a code to/,
  },
  fr: {
    email: 'Courriel',
    go: 'Passer au paiement',
    code: 'Code',
    fresh: 'Nouveau mot de passe',
    again: 'Répétez le nouveau mot de passe',
    set: 'Choisir un mot de passe',
    current: 'Mot de passe actuel',
    receipt: /^Votre reçu /,
    letter: /Recevoir un code par courriel/,
    sent: /^Nous avons envoyé un code à/,
  },
};

for (const language of ['en', 'fr'] as const) {
  const [say, own] = [words[language], labels[language]];

  test(`a guest buys a game, which plays at once (${language})`, async ({ page, browser, request }) => {
    await speak(page, language);
    await registersFromNewNetwork(page);
    const email = freshEmail();
    const game = `/watch/${(await findPlaces(page.request)).paid}`;
    await page.goto(game);
    await page.getByRole('link', { name: say.buy }).click();
    await page.getByLabel(own.email, { exact: true }).fill(email);
    await noViolations(page);
    await page.getByRole('button', { name: own.go }).click();
    await payWith(page, cards.paid, say.pay);
    await expect(page).toHaveURL(/\/watch\/\d+$/);
    await expect(page.getByText(say.paid)).toBeVisible();
    await expect
      .poll(async () => (await lettersTo(request, email)).find(({ subject }) => own.receipt.test(subject))?.text)
      .toMatch(own.letter);

    // Another browser with the same address is asked for a code, which is sent at once.
    const elsewhere = await browser.newContext({ viewport: { width: 390, height: 844 } });
    const other = await elsewhere.newPage();
    await speak(other, language);
    await registersFromNewNetwork(other);
    await other.goto(game);
    await other.getByRole('link', { name: say.buy }).click();
    await other.getByLabel(own.email, { exact: true }).fill(email);
    await other.getByRole('button', { name: own.go }).click();
    await expect(other.getByText(own.sent)).toContainText(email);
    await expect(other.getByLabel(own.code, { exact: true })).toBeFocused();
    await noViolations(other);
    await elsewhere.close();

    // The guest has an account already: a password is one form away.
    await page.goto('/profile/edit');
    await page.getByLabel(own.fresh, { exact: true }).fill('tip-off at seven');
    await page.getByLabel(own.again, { exact: true }).fill('tip-off at seven');
    await page.getByRole('button', { name: own.set }).click();
    await expect(page.getByLabel(own.current, { exact: true })).toBeVisible();
  });
}
