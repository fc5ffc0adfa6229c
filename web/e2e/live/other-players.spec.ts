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

/** Types of media. */
const [live, onDemand] = [2, 3];

/** Subscribes a new user for a year. */
async function subscribe(page: Page): Promise<Person> {
  const person = await atTheTill(page, 'en', toSubscription('annual'));
  await payWith(page, cards.asked, words.en.subscribe);
  await agree(page);
  await expect(page.getByText(words.en.yours)).toBeVisible();
  return person;
}

/** The address of a game's media of one type, as soon as the API gives it to the subscriber. */
async function addressOf(page: Page, person: Person, game: number, kind: number): Promise<string> {
  let url = '';
  const ask = async () => {
    const { media } = await told<{ media: Medium[] }>(page, person, `events/${game}`);
    url = media.find(({ type }) => type === kind)?.url ?? '';
    return url;
  };
  await expect.poll(ask).not.toBe('');
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

/** Plays an address with hls.js alone, while the subscriber's place is taken without a call for one. */
async function playWithHlsJs(page: Page, person: Person, game: number, address: string): Promise<void> {
  const plain = await page.context().newPage();
  const asked: string[] = [];
  plain.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
  await plain.goto('/faq');
  await openPlainPage(plain, address);
  await expectPlaying(plain);
  expect(asked.filter((call) => call.includes('/api/leases'))).toEqual([]);
  const taken = await told<{ event_id: number }[]>(page, person, 'leases');
  expect(taken.map(({ event_id }) => event_id)).toContain(game);
  await plain.close();
}

/** Plays some seconds of an address with ffmpeg. */
async function playWithFfmpeg(address: string): Promise<void> {
  const seconds = 4;
  const command = `-nostdin -hide_banner -loglevel error -i ${address} -t ${seconds} -f null -progress pipe:1 -`;
  const { stdout } = await promisify(execFile)('ffmpeg', command.split(' '));
  const played = [...stdout.matchAll(/^out_time_us=(\d+)/gm)].at(-1)?.[1];
  expect(Number(played) / 1e6).toBeGreaterThan(seconds - 0.5);
}

test('a subscriber plays a recording and a live game with hls.js alone and with ffmpeg', { tag: '@encoder' }, async ({
  page,
  stage,
}) => {
  const person = await subscribe(page);
  const game = await recorded(page, person);
  const recording = await addressOf(page, person, game, onDemand);
  await playWithHlsJs(page, person, game, recording);
  await playWithFfmpeg(recording);

  const tonight = await stage.take('paid');
  await stage.publish(tonight.id, 'small');
  const now = await addressOf(page, person, tonight.id, live);
  await playWithHlsJs(page, person, tonight.id, now);
  await playWithFfmpeg(now);
  await stage.end(tonight.id);
});
