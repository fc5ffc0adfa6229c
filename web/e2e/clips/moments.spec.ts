import type { Locator, Page } from '@playwright/test';
import { noViolations } from '../axe.ts';
import { playSlowly } from '../live/video.ts';
import { looks, saveScreenshot } from '../looks.ts';
import { expect, nowMs, test, type World } from '../world/world.ts';
import { game, moveIn, theGame } from './house.ts';
import { playRecording } from './recording.ts';

/** Key moments of a recording: clusters on the timeline, a named clip of one, and the next game afterwards. */

const startMs = nowMs - 3_600_000;

const says = {
  en: {
    goal: 'Goal',
    save: 'Save',
    many: /^3 moments: Goal, [^;]+; Save, [^;]+; Save, /,
    here: 'Key moments here',
    clip: 'Make a clip of it',
    next: 'Next: name and tags',
    name: 'Name',
    upNext: 'Up next',
    cancel: 'Cancel',
    playNow: 'Play now',
  },
  fr: {
    goal: 'But',
    save: 'Arrêt',
    many: /^3 moments\s: But, [^;]+; Arrêt, [^;]+; Arrêt, /,
    here: 'Moments clés à cet endroit',
    clip: 'En faire un extrait',
    next: 'Suivant : nom et mots-clés',
    name: 'Nom',
    upNext: 'À suivre',
    cancel: 'Annuler',
    playNow: 'Regarder',
  },
};

const player = (page: Page) => page.getByRole('region', { name: /Video player|Lecteur vidéo/ });
const timeOf = (of: Locator) => () => of.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime);

/** Two saves around a goal within four seconds, and a save far from them. */
function addMoments(world: World): void {
  const { participants } = theGame(world) as { participants: { id: number }[] };
  const say = says[world.lang];
  const moment = (id: number, second: number, kind: 'goal' | 'save', side: 0 | 1) => ({
    id,
    at_ms: startMs + second * 1000,
    kind,
    name: say[kind],
    note: '',
    participant_id: participants[side]?.id,
  });
  const moments = [
    moment(1, 9, 'save', 0),
    moment(2, 38, 'save', 0),
    moment(3, 40, 'goal', 1),
    moment(4, 41, 'save', 0),
  ];
  world.on(`/events/${game}/moments`, () => ({ body: { data: { event_id: game, kinds: [], moments, revision: 4 } } }));
}

/** Opens the recording and plays from this digit key's tenth of it. */
async function playFrom(page: Page, tenth: number): Promise<void> {
  await page.goto(`/watch/${game}`);
  await expect.poll(timeOf(player(page))).toBeGreaterThan(0.2);
  await player(page).focus();
  await page.keyboard.press(`${tenth}`);
  await expect.poll(timeOf(player(page))).toBeGreaterThan(tenth * 9);
}

for (const { name, language, width, use } of looks) {
  test.describe(`key moments, ${name}`, { tag: '@once' }, () => {
    test.use({ lang: language, ...use });
    const say = says[language];

    test('that are close are one mark, which lists them', async ({ page, world }) => {
      await playRecording(page, startMs);
      await moveIn(page, world, () => [], { moments: 4 });
      addMoments(world);
      await playFrom(page, 6);
      await playSlowly(player(page).locator('video')); // the eight seconds before the goal must not be over too soon
      const marks = page.locator('.tl__ms .tl__m');
      await expect(marks).toHaveCount(2);
      const many = marks.nth(1);
      await expect(many).toHaveAccessibleName(say.many);
      await many.focus();
      await page.keyboard.press('Enter');
      const list = page.getByRole('dialog', { name: say.here });
      const rows = list.getByRole('listitem').getByRole('button');
      await expect(rows).toHaveCount(3);
      await expect(rows.nth(0)).toContainText(say.goal);
      await expect(rows.nth(0)).toBeFocused();
      await saveScreenshot(page, `moments-list-${language}-${width}`, 'viewport');
      await noViolations(page);
      await page.keyboard.press('Escape');
      await expect(many).toBeFocused();
      await page.keyboard.press('Enter');
      await rows.nth(0).click();
      await expect(list).toHaveCount(0);
      // The picture goes to eight seconds before the goal.
      await expect.poll(timeOf(player(page))).toBeLessThan(38);
      expect(await timeOf(player(page))()).toBeGreaterThanOrEqual(32);
    });

    test('give a clip its name', async ({ page, world }) => {
      await playRecording(page, startMs);
      await moveIn(page, world, () => [], { moments: 4 });
      addMoments(world);
      await playFrom(page, 6);
      const goal = page.getByRole('listitem').filter({ hasText: say.goal });
      await goal.getByRole('button', { name: say.clip }).click();
      const sheet = page.getByRole('dialog');
      if (width < 1000) await sheet.getByRole('button', { name: say.next }).click();
      const title = await sheet.getByRole('textbox', { name: say.name, exact: true }).inputValue();
      expect(title).toMatch(new RegExp(`^${say.goal}, .`));
      await expect(sheet.locator('.tagin .chip')).toHaveText(title.split(', '));
      await saveScreenshot(page, `moments-clip-${language}-${width}`, 'viewport');
    });

    test('are followed by the next game', async ({ page, world }) => {
      await playRecording(page, startMs);
      await moveIn(page, world, () => []);
      await playFrom(page, 9);
      const card = page.getByRole('region', { name: say.upNext });
      await expect(card).toBeVisible();
      await saveScreenshot(page, `next-game-${language}-${width}`, 'viewport');
      await noViolations(page);
      await card.getByRole('button', { name: say.cancel }).click();
      await expect(card).toHaveCount(0);
      await player(page).focus();
      await page.keyboard.press('9'); // seeking after the end plays on
      await card.getByRole('button', { name: say.playNow }).click();
      await expect(page).not.toHaveURL(`/watch/${game}`);
    });
  });
}
