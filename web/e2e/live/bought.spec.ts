import type { Page } from '@playwright/test';
import type { Person } from '../account/person.ts';
import { noViolations } from '../axe.ts';
import {
  agree,
  atTheTill,
  beginTrial,
  cards,
  offers,
  payWith,
  readyForTrial,
  recorded,
  type Tongue,
  told,
  toSubscription,
  words,
} from '../commerce/till.ts';
import { expect, test } from '../fixtures.ts';
import { startPlaying } from './video.ts';

/** What is bought plays, in each way to buy it, until its money is given back. */

const toPacks = () => Promise.resolve('/packages');

/** Plays a game that what was bought opens. */
async function watch(page: Page, game: number): Promise<void> {
  await page.goto(`/watch/${game}`);
  await startPlaying(page);
}

async function orderOf(page: Page, person: Person): Promise<number> {
  const [order] = await told<{ id: number }[]>(page, person, 'orders', { no_limit: '1' });
  return order?.id ?? 0;
}

async function granted(page: Page, person: Person, event: number): Promise<boolean> {
  return (await told<{ has_access: boolean }>(page, person, `events/${event}`)).has_access;
}

/** The money of the latest order is given back while its game plays: it ends by itself, and is sold again. */
async function giveBack(page: Page, person: Person, event: number, language: Tongue, refund: () => Promise<void>) {
  const say = words[language];
  await page.evaluate(() => Object.assign(window, { stillTheSamePage: true }));
  await refund();
  // The operators' command is another process, of whose changes the server hears within a second.
  await expect.poll(() => granted(page, person, event)).toBe(false);
  await expect(page.locator('video')).toHaveCount(0);
  await expect(page.getByRole('link', { name: say.buy })).toBeVisible();
  expect(await page.evaluate(() => 'stillTheSamePage' in window)).toBe(true);
  await noViolations(page);
  await page.reload();
  await expect(page.getByRole('link', { name: say.buy })).toBeVisible();
  await expect(page.locator('video')).toHaveCount(0);
  await page.goto('/profile/transactions');
  await expect(page.getByRole('cell', { name: say.refunded, exact: true }).first()).toBeVisible();
  await noViolations(page);
}

test('a live game is bought and watched until its money is given back', { tag: '@encoder' }, async ({
  page,
  stage,
}) => {
  const event = await stage.take('ppv');
  const person = await atTheTill(page, 'en', () => Promise.resolve(`/watch/${event.id}`));
  await page.getByRole('link', { name: words.en.buy }).click();
  await payWith(page, cards.paid, words.en.pay);
  await expect(page).toHaveURL(new RegExp(`/watch/${event.id}$`));
  await stage.publish(event.id, 'small');
  await startPlaying(page);
  const order = await orderOf(page, person);
  await giveBack(page, person, event.id, 'en', () => stage.refund(order));
  await stage.end(event.id);
});

test('a recording is bought and watched until its money is given back (fr)', { tag: '@encoder' }, async ({
  page,
  stage,
}) => {
  const person = await atTheTill(page, 'fr', toPacks);
  const game = await recorded(page, person);
  await page.goto(`/watch/${game}`);
  await page.getByRole('link', { name: words.fr.buy }).click();
  await payWith(page, cards.paid, words.fr.pay);
  await expect(page).toHaveURL(new RegExp(`/watch/${game}$`));
  await startPlaying(page);
  const order = await orderOf(page, person);
  await giveBack(page, person, game, 'fr', () => stage.refund(order));
});

test('a game whose card was declined first, and then asked about by its bank, plays', async ({ page }) => {
  const person = await atTheTill(page, 'en', toPacks);
  const game = await recorded(page, person);
  await page.goto(`/buy?event_id=${game}`);
  await payWith(page, cards.declined, words.en.pay);
  await page.getByRole('dialog').getByRole('button', { name: words.en.back }).click();
  await payWith(page, cards.asked, words.en.pay);
  await agree(page);
  await expect(page).toHaveURL(new RegExp(`/watch/${game}$`));
  await startPlaying(page);
});

test('a team pass with a promo code plays the games of its team', async ({ page }) => {
  const passes = (await offers(page, 'packages')).filter((one) => one.is_team_pass && !one.choice);
  const person = await atTheTill(page, 'en', toPacks);
  const game = await recorded(
    page,
    person,
    passes.map(({ id }) => id),
  );
  const { packages } = await told<{ packages: { id: number }[] }>(page, person, `events/${game}`);
  const pass = passes.find(({ id }) => packages.some((one) => one.id === id));
  await page.goto(`/buy?package_id=${pass?.id}`);
  await page.getByRole('textbox', { name: words.en.code, exact: true }).fill('save10');
  await page.getByRole('button', { name: words.en.apply }).click();
  await expect(page.getByText(words.en.off).first()).toBeVisible();
  await payWith(page, cards.paid, words.en.pay);
  await expect(page.getByText(words.en.yours)).toBeVisible();
  await watch(page, game);
});

test('a trial plays, and goes on to its end when its renewal is cancelled (fr)', async ({ page }) => {
  const say = words.fr;
  const person = await readyForTrial(page, 'fr', '4000001240000000');
  await beginTrial(page, 'fr');
  const game = await recorded(page, person);
  await watch(page, game);
  await page.goto('/profile/subscriptions');
  await page.getByRole('button', { name: say.cancel }).click();
  await page.getByRole('dialog').getByRole('button', { name: say.cancel }).click();
  await expect(page.getByText(say.until)).toBeVisible();
  await watch(page, game);
});

test('a subscription with its add-on plays', async ({ page }) => {
  const say = words.en;
  const person = await atTheTill(page, 'en', toSubscription('annual'));
  await payWith(page, cards.asked, say.subscribe);
  await agree(page);
  await expect(page.getByText(say.yours)).toBeVisible();
  await page.goto(await toSubscription('additional')(page));
  // By the card that is saved: its bank wants to be asked each time.
  await page.getByRole('button', { name: say.subscribe, exact: true }).click();
  await agree(page);
  await expect(page.getByText(say.yours)).toBeVisible();
  await watch(page, await recorded(page, person));
});
