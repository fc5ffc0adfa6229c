import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import type { Person } from '../account/person.ts';
import { agree, atTheTill, cards, payWith, recorded, told, toSubscription, words } from '../commerce/till.ts';
import { expect, test } from '../fixtures.ts';
import { expectPlaying } from './video.ts';

/** A subscriber plays the address of a game in players that know nothing of Grandstand: hls.js alone, and ffmpeg. */

interface Medium {
  type: number;
  url: string;
}

const onDemand = 3;

/** Subscribes a new user for a year. */
async function subscribe(page: Page): Promise<Person> {
  const person = await atTheTill(page, 'en', toSubscription('annual'));
  await payWith(page, cards.asked, words.en.subscribe);
  await agree(page);
  await expect(page.getByText(words.en.yours)).toBeVisible();
  return person;
}

/** The address of a game's recording, as the API gives it. */
async function addressOf(page: Page, person: Person, game: number): Promise<string> {
  const { media } = await told<{ media: Medium[] }>(page, person, `events/${game}`);
  const url = media.find(({ type }) => type === onDemand)?.url ?? '';
  expect(url).not.toBe('');
  return new URL(url, page.url()).href;
}

/** Opens a page that holds nothing but a video and hls.js. */
async function openPlainPage(page: Page, address: string): Promise<void> {
  await page.route('**/plain-player', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>A player</title><video muted></video>' }),
  );
  await page.goto('/plain-player');
  await page.addScriptTag({ path: 'node_modules/hls.js/dist/hls.min.js' });
  await page.evaluate((source) => {
    const { Hls } = window as unknown as {
      Hls: new () => { loadSource(url: string): void; attachMedia(v: Element): void };
    };
    const video = document.querySelector('video') as HTMLVideoElement;
    const hls = new Hls();
    hls.loadSource(source);
    hls.attachMedia(video);
    video.addEventListener('canplay', () => void video.play());
  }, address);
}

test('a subscriber plays a game with hls.js alone and with ffmpeg', async ({ page, browser }) => {
  const person = await subscribe(page);
  const game = await recorded(page, person);
  const taken = () => told<{ event_id: number }[]>(page, person, 'leases');

  const plain = await browser.newPage();
  const asked: string[] = [];
  plain.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
  await plain.goto('/faq');
  await openPlainPage(plain, await addressOf(page, person, game));
  await expectPlaying(plain);
  expect(asked.filter((call) => call.includes('/api/leases'))).toEqual([]);
  expect((await taken()).map(({ event_id }) => event_id)).toEqual([game]);
  await plain.close();

  const seconds = 4;
  const command = `-nostdin -hide_banner -loglevel error -i ${await addressOf(page, person, game)} -t ${seconds} -f null -progress pipe:1 -`;
  const { stdout } = await promisify(execFile)('ffmpeg', command.split(' '));
  const played = [...stdout.matchAll(/^out_time_us=(\d+)/gm)].at(-1)?.[1];
  expect(Number(played) / 1e6).toBeGreaterThan(seconds - 0.5);
});
