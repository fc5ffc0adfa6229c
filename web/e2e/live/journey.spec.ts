import { expect, freshEmail, test } from '../fixtures.ts';
import { registersFromNewNetwork } from '../session.ts';
import { behindLive, expectPlaying, playback, press, recordFirstPosition, startPlaying } from './video.ts';

const password = 'a long enough password';

test('a fan finds a game, signs up, watches it live with rewind, and later on demand', { tag: '@encoder' }, async ({
  page,
  stage,
}) => {
  const event = await stage.take('register');

  await test.step('the game is announced', async () => {
    await page.goto(`/watch/${event.id}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('video')).toHaveCount(0);
  });

  await test.step('the open page follows the start by itself', async () => {
    await expect(page.getByText(/log in now to be ready/i)).toBeVisible();
    await page.evaluate(() => Object.assign(window, { stillTheSamePage: true }));
    await stage.publish(event.id);
    await expect(page.getByText(/the game begins right here/i)).toBeVisible();
    expect(await page.evaluate(() => 'stillTheSamePage' in window)).toBe(true);
  });

  await test.step('a visitor is asked to sign up, and returns to the game', async () => {
    await page
      .getByRole('main')
      .getByRole('link', { name: /register|sign up|create/i })
      .first()
      .click();
    await expect(page).toHaveURL(/\/registration/);
    await registersFromNewNetwork(page);
    await page.getByLabel(/first name/i).fill('Robin');
    await page.getByLabel(/last name/i).fill('Tremblay');
    await page
      .getByLabel(/e-?mail/i)
      .first()
      .fill(freshEmail());
    await page
      .getByLabel(/^password/i)
      .first()
      .fill(password);
    await page.getByLabel(/repeat|confirm/i).fill(password);
    await page.getByRole('checkbox', { name: /terms/i }).check();
    await page.getByRole('button', { name: 'Create an account' }).click();
    await expect(page).toHaveURL(new RegExp(`/watch/${event.id}`));
  });

  await test.step('it plays live', async () => {
    await startPlaying(page);
    await expect.poll(() => behindLive(page)).toBeLessThan(10);
  });

  await test.step('rewind by 60 s plays what was missed', async () => {
    await expect.poll(async () => (await playback(page)).end, { timeout: 150_000 }).toBeGreaterThan(66);
    const back = page.getByRole('button', { name: /back 10/i }).first();
    for (let i = 0; i < 6; i++) {
      await press(back);
    }
    await expect.poll(() => behindLive(page)).toBeGreaterThan(50);
    await expectPlaying(page);
    expect(await behindLive(page)).toBeGreaterThan(45);
  });

  await test.step('back to live', async () => {
    await press(page.getByRole('button', { name: 'Go live' }));
    await expect.poll(() => behindLive(page)).toBeLessThan(10);
    await expectPlaying(page);
  });

  await test.step('a lost encoder that returns goes on in the same player', async () => {
    await stage.drop(event.id);
    const slate = page.locator('.p-slate').getByText('The picture will be back in a moment');
    await expect(slate).toBeVisible();
    const before = await playback(page);
    await stage.publish(event.id, 'small');
    await expect.poll(async () => (await playback(page)).width, { message: 'the new picture' }).toBe(640);
    await expect.poll(async () => (await playback(page)).time).toBeGreaterThan(before.time);
    await expectPlaying(page);
    await expect(slate).toBeHidden();
    await expect.poll(() => behindLive(page)).toBeLessThan(10);
    expect(await page.evaluate(() => 'stillTheSamePage' in window)).toBe(true);
  });

  await test.step('after the end it is on demand, from the start', async () => {
    await stage.end(event.id);
    await expect(page.getByRole('button', { name: 'Watch again' })).toBeVisible();
    const firstPosition = await recordFirstPosition(page);
    await page.goto(`/watch/${event.id}`);
    await startPlaying(page);
    expect(await firstPosition()).toBeLessThan(30);
    expect((await playback(page)).end).toBeGreaterThan(70);
  });
});

test('an open page turns into the game when it starts, without a reload', { tag: '@encoder' }, async ({
  page,
  stage,
}) => {
  const event = await stage.take('free');
  await page.goto(`/watch/${event.id}`);
  await expect(page.getByRole('timer')).toBeVisible();
  await page.evaluate(() => Object.assign(window, { stillTheSamePage: true }));
  await stage.publish(event.id, 'small');
  await expect(page.locator('video')).toBeVisible();
  await startPlaying(page);
  expect(await page.evaluate(() => 'stillTheSamePage' in window)).toBe(true);
  await stage.end(event.id);
});
