import { test as base, type Page, type Route } from '@playwright/test';
import { answer } from '../world/api.ts';
import { eventsAt } from '../world/events.ts';
import { fulfillPicture, type Lang } from '../world/kit.ts';
import { footageSeconds } from './footage.ts';
import { Stream } from './stream.ts';

/** Seconds of the game that have been sent when a test begins: enough for a late viewer to be offered the start. */
const alreadySent = 150;

/** One live game that a test sends, and can disturb. */
export interface Game {
  stream: Stream;
  path: string;
  /** Every media request, as signature and file. */
  requests: { signature: string; file: string }[];
  /** Refuses the signatures handed out so far; the next answer about the event carries another. */
  expire(): void;
  /** Has these shown before the game, and an ad server's answer for those that ask one. */
  advertise(prerolls: object[], ad?: object): void;
  /** Tags a goal of the away side that many seconds into the game. */
  tag(second: number): void;
  /** Forbids the pictures at the viewer's place: the event says so, and only the sound is served. */
  blackOut(): void;
  /** Answers all media with this status; 0 fails as a lost network does, null answers again. */
  disturb(status: number | null): void;
}

interface Scored {
  second: number;
  away: number;
  home: number;
  clock: string;
}

const scored: Scored[] = [
  { second: 0, away: 0, home: 0, clock: '20:00' },
  { second: 30, away: 1, home: 0, clock: '14:10' },
  { second: 120, away: 1, home: 1, clock: '9:02' },
  { second: footageSeconds, away: 9, home: 9, clock: '0:00' }, // always ahead of the picture
];

class LiveGame implements Game {
  readonly path = '/watch/12';
  readonly stream = new Stream(alreadySent);
  readonly requests: Game['requests'] = [];
  readonly #lang: Lang;
  readonly #tagged: number[] = [];
  #prerolls: object[] = [];
  #ad: object | undefined;
  #signature = 1;
  #blackedOut = false;
  #disturbance: number | null = null;

  constructor(lang: Lang) {
    this.#lang = lang;
  }

  expire(): void {
    this.#signature++;
  }

  advertise(prerolls: object[], ad?: object): void {
    this.#prerolls = prerolls;
    this.#ad = ad;
  }

  tag(second: number): void {
    this.#tagged.push(second);
  }

  /** The answer to who asks for the key moments. */
  moments() {
    const team = this.detail().participants?.[0]?.id;
    const moments = this.#tagged.map((second, i) => {
      const at_ms = this.stream.began + second * 1000;
      return { id: i + 1, at_ms, kind: 'goal', name: 'Goal', participant_id: team, note: 'Wrist shot' };
    });
    return { event_id: 12, revision: moments.length, moments, kinds: [] };
  }

  blackOut(): void {
    this.#blackedOut = true;
  }

  disturb(status: number | null): void {
    this.#disturbance = status;
  }

  async media(route: Route): Promise<void> {
    const url = new URL(route.request().url());
    const [, signature = '', file = ''] = /^\/media\/([^/]+)\/e1\/(.+)$/.exec(url.pathname) ?? [];
    this.requests.push({ signature, file });
    if (this.#disturbance === 0) return route.abort('connectionfailed');
    if (this.#disturbance !== null) return route.fulfill({ status: this.#disturbance });
    if (this.#blackedOut && !isSound(file)) return route.fulfill({ status: 403 });
    if (signature !== `signature${this.#signature}`) return route.fulfill({ status: 403 });
    const { type, ...answered } = await this.stream.answer(file, url.searchParams);
    // A page that was closed meanwhile needs no answer.
    return route.fulfill({ ...answered, ...(type && { contentType: type }) }).catch(() => undefined);
  }

  detail() {
    const { began, state } = this.stream;
    const known = eventsAt(Date.now(), this.#lang).find((event) => event.id === 12);
    const status = state === 'ended' ? 'finished' : 'live';
    const scores = scored.map(({ second, ...score }) => ({ ...score, period: 'P1', at_ms: began + second * 1000 }));
    const [type, signed] = [state === 'ended' ? 3 : 2, `/media/signature${this.#signature}/e1`];
    const media = {
      id: 1,
      type,
      ...(this.#blackedOut ? { sound_url: `${signed}/audio.m3u8` } : { url: `${signed}/index.m3u8` }),
    };
    const access = this.#blackedOut
      ? { granted: false, reason: 'blackout', message: '', until: null, capabilities: [], may_listen: true }
      : { granted: true, reason: 'free', message: '', until: null, capabilities: ['watch'] };
    return {
      ...known,
      type: 'free',
      status,
      stream_status: status,
      stream_state: state,
      has_access: access.granted,
      access,
      event_utc_ts: Math.round(began / 1000),
      schedule_status: 'on',
      previous_start_utc_ts: null,
      previous_utc_offset: null,
      time_tba: false,
      previous_tba: false,
      scores,
      moments: this.#tagged.length,
      score: scores.at(-1),
      media: [media],
      packages: [],
      ads: this.#prerolls.length > 0,
      description: '',
      live_since: new Date(began).toISOString(),
      ended_at: state === 'ended' ? new Date().toISOString() : null,
      server_time_ms: Date.now(),
    };
  }

  api(route: Route): Promise<void> {
    const url = new URL(route.request().url());
    const path = url.pathname.replace(/^\/api/, '');
    if (path === '/get_api_key') return route.fulfill({ json: { data: { api_key: 'a'.repeat(43) } } });
    if (path === '/events/12') return route.fulfill({ json: { data: this.detail() } });
    if (path === '/events/12/watchable-here') {
      const events = eventsAt(Date.now(), this.#lang).filter(({ id }) => id !== 12);
      return route.fulfill({ json: { data: { videos: [], events: events.slice(0, 2) } } });
    }
    if (path === '/events/12/moments') return route.fulfill({ json: { data: this.moments() } });
    if (path.startsWith('/prerolls/')) return route.fulfill({ json: { data: this.#ad } });
    const known = answer(path, url.searchParams, Date.now(), this.#lang, 'northline');
    if (path === '/channel-bootstrap-data') return route.fulfill({ json: withPrerolls(known, this.#prerolls) });
    return known ? route.fulfill({ json: known }) : route.fulfill({ status: 404, json: { code: 'not_found' } });
  }
}

/** Whether a file belongs to the sound of the stream. */
export const isSound = (file: string) => file === 'audio.m3u8' || file.startsWith('a/');

/** The configuration of a channel that shows these. */
function withPrerolls(known: unknown, prerolls: object[]) {
  const { data } = known as { data: { settings: object } };
  return { data: { ...data, settings: { ...data.settings, prerolls } } };
}

const below = (path: string) => (url: URL) => url.pathname.startsWith(path);

async function settle(page: Page, game: LiveGame, lang: Lang): Promise<void> {
  await page.addInitScript(
    (language) =>
      localStorage.setItem('rudy_language', JSON.stringify({ value: language, expires_at: Date.now() + 1e10 })),
    lang,
  );
  await page.route(below('/keys/'), (route) =>
    route.fulfill({ json: { data: { channel_key: 'demo', domain: 'localhost', api_base: '/api' } } }),
  );
  await page.route(below('/api/'), (route) => game.api(route));
  await page.route(below('/media/'), (route) => game.media(route));
  await page.route(below('/media/public/'), fulfillPicture);
  // A page that a server painted carries its own channel's data; this one starts as on a static host.
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const response = await route.fetch();
    const text = (await response.text()).replace(/<script type="application\/json" id="boot">[\s\S]*?<\/script>/, '');
    return route.fulfill({ response, body: text });
  });
}

export const test = base.extend<{ game: Game; lang: Lang }>({
  lang: ['en', { option: true }],
  game: async ({ page, lang }, use) => {
    const game = new LiveGame(lang);
    await settle(page, game, lang);
    await use(game);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  },
});

export { expect } from '@playwright/test';
