import type { Page } from '@playwright/test';
import { eventsAt } from '../world/events.ts';
import { nowMs, type World } from '../world/world.ts';

/** The world with a user in it who makes clips of a finished game. */

export const game = 12;

const profile = {
  id: 7,
  email: 'fan@example.com',
  first_name: 'Alex',
  last_name: 'Tremblay',
  phone: '',
  language: '',
  pending_email: '',
  has_password: true,
  created_at: '2026-03-01T12:00:00Z',
  mailing_consent: false,
  hide_scores: false,
  temporary_password: false,
  trial_period_used: false,
  email_verified: true,
  capabilities: [],
  featureCount: { clips: 3, downloads: 1 },
  is_geo_blocked: false,
  role: 'user',
};

const over = { status: 'finished', stream_status: 'finished', stream_state: 'ended', score_hidden: false };

/** The game as lists have it. */
export function theGame(world: World) {
  return { ...eventsAt(nowMs, world.lang).find((event) => event.id === game), ...over };
}

export function aClip(world: World, change: Record<string, unknown> = {}) {
  const french = world.lang === 'fr';
  return {
    id: 5,
    event_id: game,
    event_media_id: 1,
    name: french ? 'But gagnant du cercle gauche' : 'Go-ahead goal from the left circle',
    tags: french ? ['But', 'Laurentide', 'No 17'] : ['Goal', 'Laurentide', 'No. 17'],
    start_time: 40,
    duration: 12,
    status: 'success',
    created_at: new Date(nowMs - 3_600_000).toISOString(),
    own: true,
    official: false,
    can_download: true,
    share: { uuid: 'abc', path: '/share/5/abc' },
    event: theGame(world),
    image: '',
    media: { url: '/media/signature/c5/index.m3u8', lead: 40, width: 320, height: 180 },
    ...change,
  };
}

const asList = (data: unknown[]) => ({ body: { data, meta: { total: data.length, limit: 24, offset: 0 } } });

/**
 * Logs a user in and gives them a game with its recording; `clips` are theirs at the moment they are asked for. `change`
 * holds other properties of the game.
 */
export async function moveIn(page: Page, world: World, clips: () => object[], change: object = {}): Promise<void> {
  await page.addInitScript(() => {
    for (const [name, value] of Object.entries({ signed_in: true, api_key: 'a'.repeat(43), channel_key: 'demo' })) {
      localStorage.setItem(`rudy_${name}`, JSON.stringify({ value, expires_at: Date.now() + 1e10 }));
    }
  });
  const access = { granted: true, reason: 'package', message: '', until: null, product: 'Hockey pass' };
  const more = {
    description: '',
    packages: [],
    scores: [],
    live_since: null,
    ended_at: null,
    max_streams: 0,
    server_time_ms: 0,
  };
  world.on('/profile', () => ({ body: { data: profile } }));
  world.on('/favorites', () => ({ body: { data: [] } }));
  world.on(`/events/${game}`, () => ({
    body: {
      data: {
        ...theGame(world),
        ...more,
        has_access: true,
        access: { ...access, capabilities: ['watch', 'clipping', 'download', 'download_clip'] },
        media: [{ id: 1, type: 3, url: '/media/signature/e1/index.m3u8' }],
        ...change,
      },
    },
  }));
  world.on(`/clips/event/${game}`, () => asList(clips()));
  world.on('/clips/user', (query) => asList(query.get('scope') === 'clips' ? clips() : []));
}
