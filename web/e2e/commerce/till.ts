import type { Page } from '@playwright/test';
import { verifyAddress } from '../account/mail.ts';
import { logIn, newPerson, type Person, speak } from '../account/person.ts';
import { expect } from '../fixtures.ts';

/** Published test numbers (Stripe documentation, "Test card numbers"). */
export const cards = {
  paid: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  asked: '4000 0027 6000 3184',
  /** Can be saved; every charge is declined. */
  declinedLater: '4000 0000 0000 0341',
};

export const words = {
  en: {
    pay: /^Pay CAD\s\$/,
    back: 'Back to payment',
    yours: /is yours/,
    paid: /You paid CAD\s\$[\d.]+\. Receipt \S+ was sent to /,
    missing: /^Missing: /,
    number: 'Card number',
    wallet: 'Test wallet',
    agree: 'Confirm',
    addOn: /^Season downloads/,
    apply: 'Apply',
    code: 'Code',
    off: /10% off/,
    buy: /^Buy for/,
    bought: /^You already bought this/,
    watch: 'Watch',
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
    confirm: 'Confirm with my bank',
    refunded: 'Refunded',
    failed: 'The last renewal was not paid.',
    failedStep: 'Renewal not paid',
    renewed: 'Subscription Renewal',
    history: /^History/,
    watchUntil: /you can watch until \w+ \d+, \d{4}/,
    anotherCard: /^Pay with another card/,
    newCard: /^New card/,
    payNow: 'Pay now',
    portal: 'Open the provider’s page',
    timePasses: 'Let time pass',
    home: 'Back',
    endAtProvider: 'Cancel at the end of the period',
    testNumber: 'Number of a test card',
    addCard: 'Add the card',
    paying: 'Card that pays',
    payWith: 'Pay with this card',
  },
  fr: {
    pay: /^Payer [\d,]+\s\$\sCAD/,
    back: 'Revenir au paiement',
    yours: /est à vous/,
    paid: /Vous avez payé [\d,]+\s\$\sCAD\. Le reçu \S+ a été envoyé à /,
    missing: /^Il manque\s: /,
    number: 'Numéro de carte',
    wallet: 'Portefeuille d’essai',
    agree: 'Confirmer',
    addOn: /^Téléchargements de la saison/,
    apply: 'Appliquer',
    code: 'Code',
    off: /10 % de rabais/,
    buy: /^Acheter pour/,
    bought: /^Vous avez déjà acheté/,
    watch: 'Regarder',
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
    confirm: 'Confirmer auprès de ma banque',
    refunded: 'Remboursé',
    failed: 'Le dernier renouvellement n’a pas été payé.',
    failedStep: 'Renouvellement non payé',
    renewed: 'Renouvellement de l’abonnement',
    history: /^Historique/,
    watchUntil: /vous pouvez regarder jusqu’au \d+(er)? \S+ \d{4}/,
    anotherCard: /^Payer avec une autre carte/,
    newCard: /^Nouvelle carte/,
    payNow: 'Payer maintenant',
    portal: 'Ouvrir la page du fournisseur',
    timePasses: 'Laisser passer le temps',
    home: 'Retour',
    endAtProvider: 'Résilier à la fin de la période',
    testNumber: 'Numéro d’une carte d’essai',
    addCard: 'Ajouter la carte',
    paying: 'Carte qui paie',
    payWith: 'Payer avec cette carte',
  },
};

export type Tongue = keyof typeof words;

/** Somebody new, logged in, in front of the till. */
export async function atTheTill(
  page: Page,
  language: Tongue,
  address: (page: Page) => Promise<string>,
): Promise<Person> {
  await speak(page, language);
  const person = await newPerson(page.request, language);
  await logIn(page, person);
  await page.goto(await address(page));
  return person;
}

/**
 * A new user with a verified address, in front of the till of the monthly subscription, with a saved card. A card has one
 * trial, so that each journey has its own number.
 */
export async function readyForTrial(page: Page, language: Tongue, number: string): Promise<Person> {
  const say = words[language];
  const person = await atTheTill(page, language, toSubscription('monthly'));
  await verifyAddress(page, person.email, language);
  const { url } = await told<{ url: string }>(page, person, 'stripe/customer-portal', { lang: language });
  await page.goto(url);
  await addCard(page, language, number);
  await page.goto(await toSubscription('monthly')(page));
  await expect(page.getByRole('button', { name: say.trial, exact: true })).toBeVisible();
  return person;
}

/** Saves a test card on the provider's page. */
export async function addCard(page: Page, language: Tongue, number: string): Promise<void> {
  const say = words[language];
  await page.getByRole('textbox', { name: say.testNumber }).fill(number);
  await page.getByRole('button', { name: say.addCard }).click();
  await expect(page.getByRole('listitem').filter({ hasText: number.slice(-4) })).toBeVisible();
}

/** Begins the trial that readyForTrial leads to. */
export async function beginTrial(page: Page, language: Tongue): Promise<void> {
  await page.getByRole('button', { name: words[language].trial, exact: true }).click();
  await expect(page.getByText(words[language].yours)).toBeVisible();
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

/** Says no to the buyer's bank. */
export async function refuse(page: Page): Promise<void> {
  await page.getByRole('dialog').frameLocator('iframe').getByRole('button').last().click();
}

export interface Offer {
  id: number;
  name: string;
  type: string;
  choice: string;
  is_team_pass: boolean;
  pass_type: string;
  capabilities: string[];
}

export async function subscription(page: Page, type: string): Promise<number> {
  return (await offers(page, 'subscriptions')).find((one) => one.type === type)?.id ?? 0;
}

export const toSubscription = (type: string) => async (page: Page) =>
  `/buy?subscription_id=${await subscription(page, type)}`;

/** What the API says to somebody. */
export async function told<T>(page: Page, { apiKey }: Person, path: string, query = {}): Promise<T> {
  const answer = await page.request.get(`/api/${path}`, { params: { channel: 'demo', api_key: apiKey, ...query } });
  expect(answer.ok(), await answer.text()).toBe(true);
  return ((await answer.json()) as { data: T }).data;
}

interface Game {
  id: number;
  stream_state: string;
  single_event_package_id: number | null;
  packages: { id: number }[];
}

/** The games that cost something and have a recording. */
async function recordings(page: Page, person: Person): Promise<Game[]> {
  const past = await told<Game[]>(page, person, 'events', { stream_status: 'finished', type: 'paid', limit: '100' });
  return past.filter(({ stream_state }) => stream_state === 'ended');
}

/** A game that costs something, has a recording, and is opened by one of the products. */
export async function recorded(page: Page, person: Person, products?: readonly number[]): Promise<number> {
  for (const { id } of await recordings(page, person)) {
    const { packages } = await told<Game>(page, person, `events/${id}`);
    if (!products || packages.some((one) => products.includes(one.id))) return id;
  }
  throw new Error(`no recorded game is opened by ${products?.join(', ')}`);
}

/** Two recorded games that are sold by one package. */
export async function twoOfOneTicket(page: Page, person: Person): Promise<[number, number]> {
  const games = await recordings(page, person);
  for (const [at, { id, single_event_package_id: ticket }] of games.entries()) {
    const other = games.slice(at + 1).find((one) => ticket !== null && one.single_event_package_id === ticket);
    if (other) return [id, other.id];
  }
  throw new Error('no two recorded games share a package');
}

/** What the channel sells of one kind, in English. */
export async function offers(page: Page, kind: 'packages' | 'subscriptions'): Promise<Offer[]> {
  const answer = await page.request.get(`/api/${kind}`, { params: { channel: 'demo' } });
  return ((await answer.json()) as { data: Offer[] }).data;
}
