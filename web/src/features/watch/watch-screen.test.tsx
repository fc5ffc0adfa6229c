import { notifyManager } from '@tanstack/react-query';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { keys } from '#/api/keys';
import { eventQuery } from '#/api/queries';
import type { EventDetail, EventPackage, Score } from '#/api/types';
import { access, event, PAID } from '#/testing/events';
import { renderScreen } from '#/testing/render';
import { ok, problem, useServer } from '#/testing/server';
import { waitFor } from '#/testing/wait-for';
import { type Extras, type PlayerSlot, WatchScreen } from './ui/watch-screen';

const server = useServer();
const start = Date.UTC(2026, 10, 22, 0, 30);
const url = '/media/aaa/e1/index.m3u8';

function detail(over: Partial<EventDetail> = {}): EventDetail {
  const sale = { allowed: true, reason: '' as const };
  const none = {
    description: '',
    packages: [],
    sale,
    scores: [],
    moments: 0,
    ads: false,
    media: [],
    live_since: null,
    ended_at: null,
    max_streams: 0,
  };
  return { ...event({ id: 1 }), ...none, server_time_ms: Date.now(), ...over };
}

const live = { status: 'live', stream_status: 'live', stream_state: 'live' } as const;
const finished = { status: 'finished', stream_status: 'finished', stream_state: 'ended' } as const;
const playing = { ...live, media: [{ id: 1, type: 2, url }] } satisfies Partial<EventDetail>;
const refused = (reason: 'login_required' | 'purchase_required' | 'geo_blocked', message = '') => ({
  has_access: false,
  access: access({ granted: false, reason, message, capabilities: [] }),
});
const blackedOut = (opens: { opens_at?: string; opens_after?: number; place_unknown?: boolean }) => ({
  has_access: false,
  access: { ...access({ granted: false, reason: 'blackout', message: '', capabilities: [] }), ...opens },
});
const score = (at_ms: number, away: number, home: number, clock = ''): Score => ({
  away,
  home,
  period: 'P2',
  clock,
  at_ms,
});

/** The slot the page filled last. */
let slot: PlayerSlot | null = null;

function FakePlayer(given: PlayerSlot) {
  return (
    <section aria-label="Video player" data-live={given.session.live} data-interrupted={given.interrupted}>
      {given.session.url}
    </section>
  );
}

const player = (given: PlayerSlot) => {
  slot = given;
  return <FakePlayer {...given} />;
};

async function show(given: EventDetail | Response, more: EventDetail[] = [], extras: Extras = {}) {
  server.use(
    http.get('*/api/events/1', () => (given instanceof Response ? given.clone() : ok(given))),
    http.get('*/api/events', () => ok(more, { total: more.length, limit: 13, offset: 0 })),
  );
  return renderScreen(<WatchScreen id={1} player={player} {...extras} />, { at: '/watch/1' });
}

/** Lets the page see another state of the event, as its next poll would. */
function becomes(view: Awaited<ReturnType<typeof show>>, next: EventDetail) {
  act(() => {
    view.client.setQueryData(eventQuery(1).queryKey, next);
  });
}

beforeEach(() => {
  // A changed query reaches its screens within the same act, not a timer later.
  notifyManager.setScheduler((notify) => notify());
  slot = null;
  keys.setChannel('demo', '/api');
  keys.setApi('k'.repeat(43));
});

describe('what the page shows', () => {
  it('plays a live game with its title in the tab', async () => {
    await show(detail(playing));
    expect(await screen.findByRole('region', { name: 'Video player' })).toHaveTextContent(url);
    expect(slot?.session).toEqual({ eventId: 1, url, live: true });
    await waitFor(() => expect(document.title).toBe('Laurentide @ Fundy, live · Northline'));
    expect(screen.getByText(/your time/)).toHaveTextContent('Started');
    expect(screen.getByText(/\(AST\) at the venue/)).toBeInTheDocument();
  });

  it('shows the page of another site in a frame that cannot lead this one away', async () => {
    const framed = 'https://player.video.example/42';
    await show(detail({ status: 'finished', stream_status: 'finished', media: [{ id: 0, type: 4, url: framed }] }));
    const frame = await screen.findByTitle('Laurentide Lynx @ Fundy Tide');
    expect(frame).toHaveAttribute('src', framed);
    expect(frame.getAttribute('sandbox')).not.toMatch(/top-navigation|allow-modals|downloads/);
    expect(screen.queryByRole('region', { name: 'Video player' })).toBeNull();
  });

  it('waits with a countdown for a game to come', async () => {
    await show(detail({ event_utc_ts: Math.floor(Date.now() / 1000) + 2 * 3600 + 30 }));
    expect(await screen.findByRole('timer')).toHaveAccessibleName(/^Starts in 2 hours 0 minutes \d+ seconds?$/);
    expect(screen.queryByRole('region', { name: 'Video player' })).toBeNull();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Laurentide Lynx @ Fundy Tide');
  });

  it('says that a late game appears by itself', async () => {
    await show(detail({ event_utc_ts: Math.floor(Date.now() / 1000) - 60 }));
    expect(await screen.findByText('Starting soon', { selector: '.frame__t' })).toBeInTheDocument();
  });

  it('sends visitors to log in where an account is all it takes', async () => {
    await show(detail({ ...live, type: 'register', ...refused('login_required') }));
    expect(await screen.findByRole('link', { name: 'Log in to watch' })).toHaveAttribute('href', '/login');
    expect(screen.getByRole('link', { name: 'Create one' })).toHaveAttribute('href', '/registration');
  });

  it('says by what a game is open, and until when, before it and while it plays', async () => {
    const message = 'Hockey pass, until June 30, 2027';
    const owned = {
      type: 'paid',
      access: access({ reason: 'package', product: 'Hockey pass', message, until: '2027-07-01T04:00:00Z' }),
    } satisfies Partial<EventDetail>;
    const view = await show(detail({ ...owned, event_utc_ts: Math.floor(Date.now() / 1000) + 3600 }));
    expect(await screen.findByText(message)).toBeInTheDocument();
    becomes(view, detail({ ...owned, ...playing }));
    expect(await screen.findByRole('region', { name: 'Video player' })).toBeInTheDocument();
    expect(screen.getByText(message)).toBeInTheDocument();
  });

  it('states price, taxes and what includes the game, without a button that leads nowhere', async () => {
    const price = { price: 7900, base_price: 7900, service_fee: 0, currency: 'CAD' } as const;
    const whole = { ...price, is_team_pass: false, choice: '' } as const;
    const packages: EventPackage[] = [
      { ...whole, id: 8, name: 'Hockey pass', type: 'season', period: '', offer: '', renewal: false },
      { ...whole, id: 10, name: 'Everything', type: 'monthly', period: 'month', offer: '', renewal: true },
      { ...whole, id: 11, name: 'All year', type: 'annual', period: 'year', offer: 'annual', renewal: true },
      { ...whole, id: 12, name: 'A month', type: 'month', period: '', offer: '', renewal: false },
      {
        id: 9,
        name: 'One team',
        type: 'season',
        ...price,
        period: 'season',
        offer: 'other',
        renewal: false,
        is_team_pass: true,
        choice: 'participant',
      },
    ];
    await show(detail({ ...PAID, ...refused('purchase_required', 'Buy this game or a pass.'), packages }));
    expect(await screen.findByText('CAD $9.99')).toBeInTheDocument();
    expect(screen.getByText('plus taxes')).toBeInTheDocument();
    expect(screen.getByText(/CAD \$11\.49 with CAD \$1\.50 taxes/)).toHaveTextContent('Buy this game or a pass.');
    for (const [name, stated] of Object.entries({
      'Hockey pass': 'CAD $79.00',
      Everything: 'CAD $79.00/month',
      'All year': 'CAD $79.00/year annual',
      'One team': 'CAD $79.00/season',
    }))
      expect(within(screen.getByText(name).closest('li') as HTMLElement).getByText(stated)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Hockey pass' })).toHaveAttribute('href', '/select-package/8?event_id=1');
    expect(screen.getByRole('link', { name: 'One team' })).toHaveAttribute(
      'href',
      '/select-package/9?event_id=1&participant_id=2',
    );
    for (const [name, kind] of Object.entries({
      'Hockey pass': 'The whole season',
      'One team': 'All of the team’s games',
      Everything: 'Renews every 30 days',
      'All year': 'Renews every 12 months',
      'A month': '30 days',
    }))
      expect(screen.getByText(name).nextSibling).toHaveTextContent(kind);
    const main = screen.getByRole('heading', { name: 'This game' }).parentElement as HTMLElement;
    expect(within(main).queryByRole('button')).toBeNull();
  });

  it.each([
    ['country', '', 'France'],
    ['region', 'Brittany', 'Brittany, France'],
  ])('names the %s in which the server sees the viewer', async (_, region, place) => {
    const geo = {
      country: 'France',
      country_code: 'FR',
      region,
      region_code: '',
      ip: '192.0.2.1',
      is_geo_blocked: true,
    };
    server.use(http.get('*/api/geo', () => ok(geo)));
    await show(detail({ ...live, ...refused('geo_blocked') }));
    expect(await screen.findByText(new RegExp(`Your location appears to be ${place}\\.`))).toBeInTheDocument();
  });

  it('offers what the viewer’s place permits in place of more games', async () => {
    const instead = () => <p>Watch this instead</p>;
    await show(detail({ ...live, ...blackedOut({}) }), [], { below: instead });
    expect(await screen.findByText('Watch this instead')).toBeInTheDocument();
    expect(screen.queryByRole('heading', { name: /Other live games/ })).toBeNull();
  });

  it.each([
    ['a blocked region', { ...live, ...refused('geo_blocked') }, 'This content is not available in your region'],
    ['a blackout', { ...live, ...blackedOut({}) }, 'This content is not available in your region'],
    [
      'a blackout for a day',
      { ...live, ...blackedOut({ opens_after: 86_400 }) },
      'You can watch it here 24 hours after it is over.',
    ],
    [
      'a blackout for an hour',
      { ...live, ...blackedOut({ opens_after: 3600 }) },
      'You can watch it here one hour after it is over.',
    ],
    [
      'a blackout of what is live',
      { ...live, ...blackedOut({ opens_after: 0 }) },
      'You can watch it here once it is over.',
    ],
    [
      'a blackout with its end',
      { ...finished, ended_at: null, ...blackedOut({ opens_after: 0, opens_at: '2026-11-22T17:00:00Z' }) },
      /^You can watch it here from .*2026|^You can watch it here from .*November/,
    ],
    [
      'an allow list at an unknown place',
      { ...live, ...blackedOut({ place_unknown: true }) },
      'We cannot tell where you are',
    ],
    ['a live game without picture', live, 'The picture is on its way'],
    [
      'a game that has just ended',
      { ...finished, ended_at: new Date().toISOString() },
      'The recording is being prepared',
    ],
    ['a game nobody recorded', { ...finished, ended_at: '2020-01-01T00:00:00Z' }, 'There is no recording of this game'],
    ['a game that never began', { ...finished, ended_at: null }, 'There is no recording of this game'],
  ] as const)('explains %s', async (_, state, text) => {
    await show(detail(state));
    expect(await screen.findByText(text)).toBeInTheDocument();
    expect(screen.queryByRole('region', { name: 'Video player' })).toBeNull();
  });

  it('knows when there is no such game', async () => {
    await show(problem(404, 'event_not_found'));
    expect(await screen.findByRole('heading', { name: 'Sorry! - Game Not Found' })).toBeInTheDocument();
    await waitFor(() => expect(document.title).toBe('Game not found · Northline'));
  });

  it('offers to try again when the event does not load', async () => {
    await show(problem(503, 'overloaded', { detail: 'Too many people at once.' }));
    expect(await screen.findByText('Too many people at once.')).toBeInTheDocument();
    server.use(http.get('*/api/events/1', () => ok(detail(playing))));
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('region', { name: 'Video player' })).toBeInTheDocument();
  });
});

describe('an open page', () => {
  it('goes from upcoming to live to recording in one session', async () => {
    const view = await show(detail({ event_utc_ts: start / 1000 }));
    await screen.findByRole('heading', { level: 1 });
    becomes(view, detail(playing));
    const stage = await screen.findByRole('region', { name: 'Video player' });
    becomes(view, detail({ ...finished, ended_at: new Date().toISOString() }));
    expect(screen.getByRole('region', { name: 'Video player' })).toBe(stage);
    expect(slot?.session).toEqual({ eventId: 1, url, live: true });
    becomes(view, detail({ ...finished, media: [{ id: 2, type: 3, url }] }));
    expect(screen.getByRole('region', { name: 'Video player' })).toBe(stage);
    expect(slot?.session.live).toBe(false);
    await waitFor(() => expect(document.title).toMatch(/Full game/));
  });

  it('takes the player away with the access', async () => {
    const view = await show(detail(playing));
    await screen.findByRole('region', { name: 'Video player' });
    becomes(view, detail({ ...live, ...PAID, ...refused('purchase_required') }));
    expect(screen.queryByRole('region', { name: 'Video player' })).toBeNull();
    expect(screen.getByText('CAD $9.99')).toBeInTheDocument();
  });

  it('tells the player when the encoder is gone, and asks again when a signature is refused', async () => {
    const view = await show(detail(playing));
    await screen.findByRole('region', { name: 'Video player' });
    becomes(view, detail({ ...playing, stream_state: 'reconnecting' }));
    expect(screen.getByRole('region', { name: 'Video player' })).toHaveAttribute('data-interrupted', 'true');
    const fresh = '/media/bbb/e1/index.m3u8';
    server.use(http.get('*/api/events/1', () => ok(detail({ ...playing, media: [{ id: 1, type: 2, url: fresh }] }))));
    act(() => slot?.onRenew());
    await waitFor(() => expect(slot?.session.url).toBe(fresh));
  });
});

describe('score and clock', () => {
  const scores = [
    score(start, 0, 0, '20:00'),
    score(start + 60_000, 1, 0, '12:40'),
    score(start + 120_000, 1, 1, '5:58'),
  ];
  const game = detail({ ...playing, scores, score: score(start + 120_000, 1, 1, '5:58') });

  it('follow the playhead, never the server', async () => {
    await show(game);
    await screen.findByRole('region', { name: 'Video player' });
    expect(screen.getByRole('img', { name: 'Laurentide against Fundy, no score yet' })).toBeInTheDocument();
    act(() => slot?.onPlayhead(start + 90_000));
    expect(screen.getByRole('img', { name: 'Laurentide 1, Fundy 0' })).toBeInTheDocument();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Laurentide Lynx @ Fundy Tide, 1–0');
    expect(screen.queryByText(/5:58/)).toBeNull();
    expect(screen.getByText('P2 12:40')).toBeInTheDocument();
  });

  it('go back with a rewind, in the list of scores too', async () => {
    await show(game);
    await screen.findByRole('region', { name: 'Video player' });
    const listed = () => within(screen.getByRole('list', { name: 'Scores, newest first' })).getAllByRole('listitem');
    await screen.findByRole('heading', { name: 'Scoring' });
    act(() => slot?.onPlayhead(start + 130_000));
    expect(listed()).toHaveLength(2);
    act(() => slot?.onPlayhead(start + 70_000));
    expect(listed()).toHaveLength(1);
    act(() => slot?.onPlayhead(start + 10_000));
    expect(screen.getByText('Scores appear here as you watch')).toBeInTheDocument();
  });

  it('lead to their moment in the player', async () => {
    await show(game);
    await screen.findByRole('region', { name: 'Video player' });
    const moments: number[] = [];
    act(() => {
      slot?.onReady((moment) => moments.push(moment));
      slot?.onPlayhead(start + 130_000);
    });
    await userEvent.click(await screen.findByRole('button', { name: /Fundy.*1–1/ }));
    expect(moments).toEqual([start + 112_000]);
  });
});

describe('ways on', () => {
  it('offers other games, not this one', async () => {
    const other = detail({ ...live, id: 2, name: 'Chess final', participants: [] });
    await show(detail(playing), [detail(live), other]);
    const section = await screen.findByRole('region', { name: /Other live games/ });
    expect(within(section).getAllByRole('link', { name: /Chess final/ })).toHaveLength(1);
    expect(within(section).queryByRole('link', { name: /Lynx/ })).toBeNull();
  });

  it('copies the address where there is no share sheet', async () => {
    await show(detail(playing));
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Share' }));
    expect(await navigator.clipboard.readText()).toBe(`${location.origin}/watch/1`);
  });
});
