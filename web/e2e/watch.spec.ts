import type { Page } from '@playwright/test';
import { noViolations } from './axe.ts';
import { looks, saveScreenshot } from './looks.ts';
import { eventsAt } from './world/events.ts';
import { expect, nowMs, stepUntil, test, type World } from './world/world.ts';

/** The watch page in each state an event can have, on a world whose clock stands at a Saturday evening in Toronto. */

const hour = 3600;
const id = 12;
type Change = Record<string, unknown>;

const refused = (reason: string, message = '') => ({
  has_access: false,
  access: { granted: false, reason, message, until: null, capabilities: [] },
});
const free = {
  type: 'free',
  has_access: true,
  access: { granted: true, reason: 'free', message: '', until: null, capabilities: ['watch'] },
};
const as = (status: 'upcoming' | 'live' | 'finished') => ({ status, stream_status: status });
const inHours = (hours: number) => ({ ...as('upcoming'), event_utc_ts: nowMs / 1000 + hours * hour, score: null });

const pass = {
  type: 'season',
  price: 7900,
  base_price: 7900,
  service_fee: 0,
  currency: 'CAD',
  period: 'season',
  renewal: false,
};
const offer = {
  type: 'paid',
  base_price: 884,
  service_fee: 115,
  price: 999,
  packages: [
    { ...pass, id: 1, name: 'Hockey pass', is_team_pass: false },
    { ...pass, id: 2, name: 'Rapids team pass', is_team_pass: true },
  ],
};

/** Each state with a text that only it shows. */
const states: Record<string, { change: Change; en: string; fr: string }> = {
  upcoming: { change: { ...free, ...inHours(26) }, en: 'at the venue', fr: 'sur place' },
  due: { change: { ...free, ...inHours(-0.02) }, en: 'The stream appears here', fr: 'La diffusion apparaîtra ici' },
  'register wall': {
    change: { type: 'register', ...as('live'), ...refused('login_required') },
    en: 'Free with an account',
    fr: 'Gratuit avec un compte',
  },
  'purchase wall': {
    change: { ...offer, ...inHours(0.7), ...refused('purchase_required') },
    en: 'Also included with',
    fr: 'Aussi inclus dans',
  },
  'blocked region': {
    change: { ...as('live'), ...refused('geo_blocked') },
    en: 'This content is not available in your region',
    fr: 'Ce contenu n’est pas offert dans votre région',
  },
  'without picture yet': { change: { ...free, ...as('live') }, en: 'The picture is on its way', fr: 'L’image arrive' },
  processing: {
    change: { ...free, ...as('finished'), ended_at: new Date(nowMs - 60_000).toISOString() },
    en: 'The recording is being prepared',
    fr: 'L’enregistrement est en préparation',
  },
  'without recording': {
    change: { ...free, ...as('finished'), ended_at: '2026-11-01T00:00:00Z' },
    en: 'There is no recording of this game',
    fr: 'Il n’y a pas d’enregistrement de ce match',
  },
};

/** The world's event with a change, as the detail call answers it. */
function answer(world: World, change: Change) {
  const known = eventsAt(nowMs, world.lang).find((event) => event.id === id);
  const more = {
    description: '',
    packages: [],
    scores: [],
    moments: 0,
    media: [],
    live_since: null,
    ended_at: null,
    max_streams: 0,
  };
  // Without a time of the server the page goes by its own clock, which the test moves.
  return { body: { data: { ...known, ...more, server_time_ms: 0, ...change } } };
}

const serve = (world: World, change: Change) => world.on(`/events/${id}`, () => answer(world, change));

async function expectAccessible(page: Page): Promise<void> {
  await noViolations(page);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow, 'the page is wider than the window').toBeLessThanOrEqual(0);
}

test.describe('a watch page that waits', { tag: '@once' }, () => {
  test.use({ pageClock: 'paused' });

  test('counts down to the start and turns into the player by itself', async ({ page, world }) => {
    let live = false;
    const media = [{ id: 1, type: 2, url: '/media/signature/e1/index.m3u8' }];
    world.on(`/events/${id}`, () =>
      answer(world, live ? { ...free, ...as('live'), media } : { ...free, ...inHours(90 / hour) }),
    );
    await page.goto(`/watch/${id}`);
    await stepUntil(page, () => page.getByRole('timer').isVisible());
    await expect(page.getByRole('timer')).toHaveAccessibleName(/^Starts in 1 minute \d+ seconds?$/);
    await page.clock.runFor(60_000);
    await expect(page.getByRole('timer')).toHaveAccessibleName(/^Starts in 0 minutes \d+ seconds?$/);
    await expect(page.locator('video')).toHaveCount(0);
    live = true;
    await page.clock.runFor(3_000);
    await stepUntil(page, async () => (await page.locator('video').count()) === 1);
    await expect(page).toHaveTitle(/, live · Northline$/);
  });

  test('asks about the event every three seconds', async ({ page, world }) => {
    serve(world, { ...free, ...inHours(2) });
    await page.goto(`/watch/${id}`);
    await stepUntil(page, () => page.getByRole('timer').isVisible());
    const asked = () => world.calls.filter((call) => call.startsWith(`/events/${id}`)).length;
    const before = asked();
    for (const times of [1, 2, 3]) {
      const answered = page.waitForResponse((response) => new URL(response.url()).pathname === `/api/events/${id}`);
      for (let second = 0; second < 3; second++) await page.clock.runFor(1_000);
      await (await answered).finished(); // the page does not ask again before it has its answer
      expect(asked()).toBe(before + times);
    }
  });
});

test.describe('watch', { tag: '@once' }, () => {
  test('leads a visitor to log in and remembers where they came from', async ({ page, world }) => {
    serve(world, { type: 'register', ...as('live'), ...refused('login_required') });
    await page.goto(`/watch/${id}`);
    await page.getByRole('link', { name: 'Log in to watch' }).click();
    await expect(page).toHaveURL('/login');
    const kept = await page.evaluate(() => sessionStorage.getItem('rudy_last_page'));
    expect(kept).toContain(`/watch/${id}`);
  });

  test('offers a viewer of a blacked-out game what can be watched there', async ({ page, world }) => {
    const access = { granted: false, reason: 'blackout', message: '', until: null, capabilities: [] };
    serve(world, { ...as('live'), has_access: false, access });
    const [first, second] = eventsAt(nowMs, 'en').filter((event) => event.id !== id);
    let events = [first, second];
    world.on(`/events/${id}/watchable-here`, () => ({ body: { data: { videos: [], events } } }));
    await page.goto(`/watch/${id}`);
    const here = page.getByRole('region', { name: /Games you can watch here/ });
    await expect(here.getByRole('article')).toHaveCount(2);
    await expect(page.getByRole('region', { name: /Other live games/ })).toHaveCount(0);
    await here.getByRole('article').first().click();
    await expect(page).toHaveURL(`/watch/${first?.id}`);
    events = [];
    await page.goto(`/watch/${id}`);
    await expect(page.getByText('Nothing on this channel is available where you are')).toBeVisible();
    await page.getByRole('link', { name: 'See the schedule' }).click();
    await expect(page).toHaveURL('/schedule');
  });

  test('says that a game is unknown, and takes no other address for one', async ({ page, world }) => {
    await page.goto('/watch/999999');
    await expect(page.getByRole('heading', { level: 1, name: 'Sorry! - Game Not Found' })).toBeVisible();
    expect(world.calls.some((call) => call.startsWith('/events/999999'))).toBe(true);
    await page.goto('/watch/12a');
    await expect(page).toHaveURL('/404');
  });

  test('hands its address on', async ({ page, world, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    serve(world, { ...free, ...inHours(2) });
    await page.goto(`/watch/${id}`);
    await page.getByRole('button', { name: 'Share' }).click();
    await expect(page.getByText('Link copied')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(new RegExp(`/watch/${id}$`));
  });
});

for (const { language: lang, width, use } of looks) {
  test.describe(`watch in ${lang} at ${width}`, { tag: '@once' }, () => {
    test.use({ lang, ...use });

    test('explains every state without accessibility violations', async ({ page, world }) => {
      for (const [name, { change, ...texts }] of Object.entries(states)) {
        await test.step(name, async () => {
          serve(world, change);
          await page.goto(`/watch/${id}`);
          await expect(page.getByText(texts[lang]).first()).toBeVisible();
          await saveScreenshot(page, `watch-${name.replaceAll(' ', '-')}-${lang}-${width}`, 'viewport');
          await expectAccessible(page);
        });
      }
    });
  });
}
