import type { Page } from '@playwright/test';
import { noViolations } from './axe.ts';
import { expect, isSound, test } from './stream/game.ts';

/** The page of a live game whose pictures the viewer's place forbids and whose sound it permits. */

const texts = {
  en: {
    why: 'The picture is not available in your region',
    listen: 'Listen',
    player: 'Audio player',
    pause: 'Pause',
    play: 'Play',
    volume: 'Volume',
    seek: 'Seek',
    live: 'Live',
    goLive: /Go live/,
    pictures: /Full screen|Picture in picture|Settings|Clip|Captions/,
    here: /Games you can watch here/,
  },
  fr: {
    why: 'Les images ne sont pas offertes dans votre région',
    listen: 'Écouter',
    player: 'Lecteur audio',
    pause: 'Pause',
    play: 'Lecture',
    volume: 'Volume',
    seek: 'Position de lecture',
    live: 'En direct',
    goLive: /Retour au direct/,
    pictures: /Plein écran|Image dans l’image|Réglages|Extrait|Sous-titres/,
    here: /Matchs offerts là où vous êtes/,
  },
};

const timeOf = (page: Page) => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime);

async function expectSounding(page: Page): Promise<void> {
  const before = await timeOf(page);
  await expect.poll(() => timeOf(page)).toBeGreaterThan(before + 1);
}

for (const lang of ['en', 'fr'] as const) {
  const say = texts[lang];
  test.describe(`listening, ${lang}`, { tag: '@once' }, () => {
    test.use({ lang });

    test('a viewer at a blacked-out place listens', async ({ page, game }) => {
      game.blackOut();
      await page.goto(game.path);
      await expect(page.getByText(say.why)).toBeVisible();
      await expect(page.getByRole('region', { name: say.here }).getByRole('article')).toHaveCount(2);
      await expect(page.locator('video')).toHaveCount(0);
      await noViolations(page);

      await page.getByRole('button', { name: say.listen, exact: true }).click();
      const player = page.getByRole('region', { name: say.player });
      await expect(player.getByText(say.why)).toBeVisible();
      await expectSounding(page);
      await expect(player.getByRole('button', { name: say.pictures })).toHaveCount(0);
      await expect(player.getByRole('slider', { name: say.volume })).toBeVisible();
      await expect(player.getByRole('button', { name: say.live, exact: true })).toBeVisible();
      await expect(page.getByRole('region', { name: say.here }).getByRole('article')).toHaveCount(2);
      await noViolations(page);

      await player.getByRole('slider', { name: say.seek }).press('PageDown');
      await expect(player.getByRole('button', { name: say.goLive })).toBeVisible();
      await expectSounding(page);
      await player.getByRole('button', { name: say.pause, exact: true }).click();
      await expect(player.getByRole('button', { name: say.play, exact: true })).toBeVisible();
      expect(game.requests.filter(({ file }) => !isSound(file))).toEqual([]);
    });
  });
}
