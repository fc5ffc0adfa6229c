import type { Page } from '@playwright/test';
import { logIn, newPerson, type Person, speak } from '../account/person.ts';
import { noViolations } from '../axe.ts';
import { told } from '../commerce/till.ts';
import { expect, test } from '../fixtures.ts';
import { saveScreenshot } from '../looks.ts';
import { expectPlaying, playback, press, startPlaying } from './video.ts';

/** A film that an operator has sent: its sizes, captions, chapters and small pictures, and where its viewer left it. */

const says = {
  en: {
    settings: 'Settings',
    quality: 'Quality',
    auto: 'Auto',
    captions: 'Captions',
    empty: 'The stands are still empty.',
    full: 'Nobody sits down any more.',
    chapters: 'Chapters',
    titles: ['The kickoff', 'Ninety-nine yards', 'The handshakes'],
    goOn: 'Continue watching',
    where: 'Where to start',
    resume: /^Resume at (\d:\d\d)$/,
  },
  fr: {
    settings: 'Réglages',
    quality: 'Qualité',
    auto: 'Automatique',
    captions: 'Sous-titres',
    empty: 'Les gradins sont encore vides.',
    full: 'Plus personne ne reste assis.',
    chapters: 'Chapitres',
    titles: ['Le botté d’envoi', 'Quatre-vingt-dix-neuf verges', 'Les poignées de main'],
    goOn: 'Reprendre la lecture',
    where: 'Où commencer',
    resume: /^Reprendre à (\d:\d\d)$/,
  },
};

/** Where the second chapter begins, in seconds. */
const SECOND = 45;

const player = (page: Page) => page.locator('section.player');
const timeOf = (page: Page) => async () => (await playback(page)).time;

/** What is written over the picture now. */
const written = (page: Page) => () =>
  page
    .locator('video')
    .evaluate((video: HTMLVideoElement) =>
      [...video.textTracks]
        .filter(({ mode }) => mode === 'showing')
        .flatMap(({ activeCues }) => [...(activeCues ?? [])].map((cue) => (cue as VTTCue).text)),
    );

/** Through how many stretches the video has played without a break. */
const stretches = (page: Page) => page.locator('video').evaluate((video: HTMLVideoElement) => video.played.length);

/** Rests the mouse on the timeline, where this part of the film is over, and tells which part of the sheet is shown. */
async function peek(page: Page, part: number): Promise<string> {
  await player(page).hover({ position: { x: 300, y: 200 } });
  const line = await page.locator('.tl').boundingBox();
  if (!line) throw new Error('no timeline');
  await page.mouse.move(line.x + line.width * part, line.y + line.height / 2, { steps: 4 });
  const picture = page.locator('.scene img');
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth)).toBeTruthy();
  return picture.evaluate((img: HTMLImageElement) => getComputedStyle(img).translate);
}

async function left(page: Page, person: Person): Promise<number> {
  const [last] = await told<{ position: number }[]>(page, person, 'positions');
  return last?.position ?? 0;
}

for (const language of ['en', 'fr'] as const) {
  test(`a film that was sent is watched in parts, on two devices (${language})`, { tag: '@encoder' }, async ({
    page,
    stage,
    browser,
  }) => {
    const say = says[language];
    const film = await stage.film();
    const person = await newPerson(page.request, language);
    await speak(page, language);
    await logIn(page, person);

    await test.step('it plays without a break', async () => {
      await page.goto(`/vod_library/${film}`);
      await startPlaying(page);
      expect(await stretches(page)).toBe(1);
    });

    await test.step('it plays on in another size', async () => {
      await press(page.getByRole('button', { name: say.settings }));
      const sizes = page.getByRole('group', { name: say.quality });
      await expect(sizes.getByRole('radio')).toHaveCount(3);
      expect(await sizes.locator('label').allTextContents()).toEqual([say.auto, '480p', '360p']);
      for (const [name, width] of [
        ['480p', 854],
        ['360p', 640],
      ] as const) {
        await sizes.getByRole('radio', { name }).check();
        await expect.poll(async () => (await playback(page)).width).toBe(width);
      }
      await expectPlaying(page);
      await saveScreenshot(page, `film-sizes-${language}`, 'viewport');
      await noViolations(page);
      await page.keyboard.press('Escape');
      expect(await stretches(page)).toBe(1);
    });

    await test.step('what is said is written over it, until that is switched off', async () => {
      const captions = page.getByRole('button', { name: say.captions, exact: true });
      expect(await written(page)()).toEqual([]);
      await press(captions);
      await expect(captions).toHaveAttribute('aria-pressed', 'true');
      await expect.poll(written(page)).toEqual([say.empty]);
      await saveScreenshot(page, `film-captions-${language}`, 'viewport');
      await press(captions);
      await expect.poll(written(page)).toEqual([]);
      await press(captions);
      await press(page.getByRole('button', { name: say.settings }));
      const choices = page.getByRole('group', { name: say.captions }).getByRole('radio');
      const own = language === 'en' ? 1 : 2; // after none
      await choices.nth(3 - own).check();
      await expect.poll(written(page)).toEqual([says[language === 'en' ? 'fr' : 'en'].empty]);
      await choices.nth(own).check();
      await expect.poll(written(page)).toEqual([say.empty]);
      await page.keyboard.press('Escape');
    });

    await test.step('a chapter is begun', async () => {
      const chapters = page.getByRole('list', { name: say.chapters }).getByRole('button');
      await expect(chapters.locator('b')).toHaveText(say.titles);
      await expect(chapters.nth(0)).toHaveAttribute('aria-current', 'true');
      await chapters.nth(1).click();
      await expect.poll(timeOf(page)).toBeGreaterThanOrEqual(SECOND);
      await expect(chapters.nth(1)).toHaveAttribute('aria-current', 'true');
      await expectPlaying(page);
      // Now and then Chromium goes on counting the words before a jump among those that are shown.
      await expect.poll(written(page)).toContain(say.full);
      // It stands from here on, so that who is slow leaves it in the middle too.
      await player(page).focus();
      await page.keyboard.press('k');
      await expect.poll(async () => (await playback(page)).paused).toBe(true);
    });

    await test.step('the timeline shows what is where', async () => {
      const early = await peek(page, 0.2);
      await expect(page.locator('.tl__pop small')).toHaveText(say.titles[0] ?? '');
      expect(await peek(page, 0.9)).not.toBe(early);
      await expect(page.locator('.tl__pop small')).toHaveText(say.titles[2] ?? '');
      await saveScreenshot(page, `film-timeline-${language}`, 'viewport');
      await noViolations(page);
    });

    await test.step('it goes on, on another device, where it was left', async () => {
      const at = await timeOf(page)();
      await page.goto('about:blank');
      const other = await browser.newPage();
      await speak(other, language);
      await logIn(other, person);
      await expect.poll(() => left(other, person)).toBeGreaterThanOrEqual(Math.floor(at) - 1);
      await other.goto('/vod_library');
      const shelf = other.getByRole('region', { name: say.goOn });
      await shelf.getByRole('link').first().click();
      await expect(other).toHaveURL(new RegExp(`/vod_library/${film}$`));
      const choice = other.getByRole('group', { name: say.where });
      await expect(choice.getByRole('button', { name: say.resume })).toHaveAttribute('aria-pressed', 'true');
      await startPlaying(other);
      expect((await playback(other)).time).toBeGreaterThan(SECOND);
      await noViolations(other);
      await other.close();
    });
  });
}
