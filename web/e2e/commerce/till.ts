import type { Page } from '@playwright/test';
import { logIn, newPerson, speak } from '../account/person.ts';

/** Published test numbers (Stripe documentation, "Test card numbers"). */
export const cards = {
  paid: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  asked: '4000 0027 6000 3184',
};

export const words = {
  en: {
    pay: /^Pay \$/,
    back: 'Back to payment',
    yours: /is yours/,
    apply: 'Apply',
    code: 'Code',
    off: /10% off/,
    buy: /^Buy for/,
    go: 'Continue',
    subscribe: 'Subscribe',
    trial: 'Start free trial',
    subscribed: 'Subscribed',
    cancel: /^Cancel the renewal/,
    cancelled: 'Auto-Renewal Cancelled',
    resume: /^Keep it going/,
    next: 'Next renewal',
    until: 'You can watch until',
    free: 'Free trial until',
  },
  fr: {
    pay: /^Payer /,
    back: 'Revenir au paiement',
    yours: /est à vous/,
    apply: 'Appliquer',
    code: 'Code',
    off: /10 % de rabais/,
    buy: /^Acheter pour/,
    go: 'Continuer',
    subscribe: 'S’abonner',
    trial: 'Commencer l’essai gratuit',
    subscribed: 'Abonné',
    cancel: /^Annuler le renouvellement/,
    cancelled: 'Renouvellement automatique annulé',
    resume: /^Rétablir le renouvellement/,
    next: 'Prochain renouvellement',
    until: 'Vous pouvez regarder jusqu’au',
    free: 'Essai gratuit jusqu’au',
  },
};

export type Tongue = keyof typeof words;

/** Somebody new, logged in, in front of the till. */
export async function atTheTill(page: Page, language: Tongue, address: (page: Page) => Promise<string>) {
  await speak(page, language);
  await logIn(page, await newPerson(page.request, language));
  await page.goto(await address(page));
}

/** Fills a test card in and presses what the till's button is called. */
export async function payWith(page: Page, number: string, button: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: number }).click();
  await page.getByRole('button', { name: button, exact: true }).click();
}

/** Says yes to the buyer's bank. */
export async function agree(page: Page): Promise<void> {
  await page.getByRole('dialog').frameLocator('iframe').getByRole('button').first().click();
}

interface Offer {
  id: number;
  name: string;
  type: string;
  choice: string;
  is_team_pass: boolean;
}

/** What the channel sells of one kind, in English. */
export async function offers(page: Page, kind: 'packages' | 'subscriptions'): Promise<Offer[]> {
  const answer = await page.request.get(`/api/${kind}`, { params: { channel: 'demo' } });
  return ((await answer.json()) as { data: Offer[] }).data;
}
