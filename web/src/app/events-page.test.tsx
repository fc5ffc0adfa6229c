import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { keys } from '#/api/keys';
import type { EventSummary, FacetValue } from '#/api/types';
import { event, liveEvent, PAID, team } from '#/testing/events';
import { renderScreen } from '#/testing/render';
import { ok, problem, useServer } from '#/testing/server';
import { EventsPage } from './events-page';

const server = useServer();

const facet = (alias: string, title: string, count: number): FacetValue => ({ id: 0, alias, title, count });
const facets = {
  sport: [facet('hockey', 'Hockey', 38), facet('soccer', 'Soccer', 12)],
  school: [facet('laurentide', 'Laurentide', 20), facet('fundy', 'Fundy', 18)],
  division: [facet('east', 'East', 30), facet('west', 'West', 20)],
  city: [facet('Brandon', 'Brandon', 3), facet('Pembroke', 'Pembroke', 2)],
  gender: [facet('M', 'M', 30), facet('W', 'W', 20)],
  type: [facet('free', 'free', 9), facet('paid', 'paid', 41)],
  stream_status: [facet('live', 'live', 5), facet('upcoming', 'upcoming', 45), facet('finished', 'finished', 100)],
};

/** Queries of /events seen, newest last. */
let asked: URLSearchParams[] = [];
const last = () => asked.at(-1) ?? new URLSearchParams();

interface Reply {
  events?: EventSummary[];
  total?: number;
  next?: string;
}

/** Answers /events by what it is asked; by default two games. */
function serve(reply: (query: URLSearchParams) => Reply = () => ({})) {
  server.use(
    http.get('*/api/events', ({ request }) => {
      const query = new URL(request.url).searchParams;
      asked.push(query);
      const { events = [event({ id: 1 }), event({ id: 2 })], total = events.length, next } = reply(query);
      return ok(events, { total, limit: 24, offset: 0, next, facets: query.has('facets') ? facets : undefined });
    }),
    http.get('*/api/participants', () => ok([{ ...team(1), images: [], properties: { gender: 'M', sport: null } }])),
    http.get('*/api/events-categories', () => ok([])),
    http.get('*/api/participant-groups', () => ok([])),
  );
}

beforeEach(() => {
  asked = [];
  keys.setChannel('demo', '/api');
  keys.setApi('k'.repeat(43));
});

const addressOf = ({ router }: Awaited<ReturnType<typeof renderScreen>>) => router.state.location.search;

describe('filters and the address', () => {
  it('asks for what the address says', async () => {
    serve();
    await renderScreen(<EventsPage list="upcoming" />, { at: '/upcoming?sport=hockey&city=Brandon&search=lynx' });
    await screen.findByText('2 games');
    expect(last().get('sport')).toBe('hockey');
    expect(last().get('city')).toBe('Brandon');
    expect(last().get('search')).toBe('lynx');
    expect(last().get('stream_status')).toBe('upcoming');
    expect(screen.getByRole('button', { name: /^Hockey/ })).toHaveAttribute('aria-pressed', 'true');
    expect(screen.getByRole('searchbox', { name: 'Search games' })).toHaveValue('lynx');
  });

  it.each([
    ['live', 'live', 'asc'],
    ['upcoming', 'upcoming', 'asc'],
    ['vod', 'finished', 'desc'],
    ['schedule', 'live,upcoming', 'asc'],
  ] as const)('asks for the games of /%s: %s', async (list, statuses, direction) => {
    serve();
    await renderScreen(<EventsPage list={list} />, { at: `/${list}` });
    await screen.findByText('2 games');
    expect(last().get('stream_status')).toBe(statuses);
    expect(last().get('sort_direction')).toBe(direction);
  });

  it('writes a chosen sport into the address and asks again', async () => {
    serve();
    const view = await renderScreen(<EventsPage list="schedule" />, { at: '/schedule' });
    await userEvent.click(await screen.findByRole('button', { name: /^Soccer/ }));
    await waitFor(() => expect(addressOf(view)).toEqual({ sport: 'soccer' }));
    await waitFor(() => expect(last().get('sport')).toBe('soccer'));
    await userEvent.click(screen.getByRole('button', { name: /^All sports/ }));
    await waitFor(() => expect(addressOf(view)).toEqual({}));
  });

  it('takes several values from a menu, shows them as chips, and drops one by its chip', async () => {
    serve();
    const view = await renderScreen(<EventsPage list="schedule" />, { at: '/schedule' });
    await userEvent.click(await screen.findByRole('button', { name: 'School' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'School' }));
    await userEvent.click(await dialog.findByRole('checkbox', { name: /Laurentide/ }));
    await userEvent.click(dialog.getByRole('checkbox', { name: /Fundy/ }));
    await userEvent.click(dialog.getByRole('button', { name: /^(Show|Done)/ }));
    await waitFor(() => expect(addressOf(view)).toEqual({ school: 'laurentide,fundy' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Remove filter: Laurentide' }));
    await waitFor(() => expect(addressOf(view)).toEqual({ school: 'fundy' }));
  });

  it('offers the teams of the chosen school', async () => {
    serve();
    const view = await renderScreen(<EventsPage list="schedule" />, { at: '/schedule?school=laurentide' });
    await userEvent.click(await screen.findByRole('button', { name: 'Team' }));
    await userEvent.click(await screen.findByRole('checkbox', { name: /Laurentide Lynx/ }));
    await waitFor(() => expect(addressOf(view)).toEqual({ school: 'laurentide', team: 'laurentide' }));
  });

  it('sets both dates of a preset, which count as one filter', async () => {
    serve();
    const view = await renderScreen(<EventsPage list="schedule" />, { at: '/schedule' });
    await userEvent.click(await screen.findByRole('button', { name: 'Dates' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Tomorrow' }));
    await waitFor(() => expect(Object.keys(addressOf(view))).toEqual(['start_date', 'end_date']));
    await waitFor(() => expect(last().get('tz')).not.toBeNull());
    await userEvent.click(screen.getByRole('button', { name: 'Remove filter: Tomorrow' }));
    await waitFor(() => expect(addressOf(view)).toEqual({}));
  });

  it('searches when the typing pauses', async () => {
    serve();
    const view = await renderScreen(<EventsPage list="schedule" />, { at: '/schedule?sport=hockey' });
    await userEvent.type(await screen.findByRole('searchbox', { name: 'Search games' }), 'ott');
    await waitFor(() => expect(addressOf(view)).toEqual({ sport: 'hockey', search: 'ott' }));
  });

  it('clears everything but the order', async () => {
    serve();
    const view = await renderScreen(<EventsPage list="schedule" />, {
      at: '/schedule?sport=hockey&gender=W&search=lynx&sort_field=name',
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Clear all' }));
    await waitFor(() => expect(addressOf(view)).toEqual({ sort_field: 'name' }));
    expect(screen.getByRole('searchbox', { name: 'Search games' })).toHaveValue('');
  });

  it('keeps filters when the status tab changes, and shows the counts of all statuses', async () => {
    serve();
    await renderScreen(<EventsPage list="schedule" />, { at: '/schedule?sport=hockey' });
    const tabs = within(await screen.findByRole('navigation', { name: 'Status' }));
    expect(await tabs.findByRole('link', { name: /On demand\s*100/ })).toHaveAttribute('href', '/vod?sport=hockey');
    expect(tabs.getByRole('link', { name: /Live and upcoming\s*50/ })).toHaveAttribute('aria-current', 'page');
  });

  it('ignores what is not a filter', async () => {
    serve();
    await renderScreen(<EventsPage list="vod" />, { at: '/vod?gender=X&start_date=soon&trk=mail' });
    await screen.findByText('2 games');
    expect([...last().keys()]).not.toContain('gender');
    expect([...last().keys()]).not.toContain('trk');
    expect(last().get('sort_direction')).toBe('desc');
  });
});

describe('results', () => {
  it('are whole links that say who plays, the score and what it costs', async () => {
    serve(() => ({ events: [liveEvent({ id: 7, ...PAID })] }));
    await renderScreen(<EventsPage list="live" />, { at: '/live' });
    const link = await screen.findByRole('link', { name: 'Laurentide Lynx @ Fundy Tide, 3–2' });
    expect(link).toHaveAttribute('href', '/watch/7');
    expect(screen.getByText('CAD $9.99')).toBeVisible();
  });

  it('come page by page; the first new game takes the focus', async () => {
    serve((query) =>
      query.get('after') === 'c2'
        ? { events: [event({ id: 3 })], total: 3 }
        : { events: [event({ id: 1 }), event({ id: 2 })], total: 3, next: 'c2' },
    );
    await renderScreen(<EventsPage list="upcoming" />, { at: '/upcoming' });
    expect(await screen.findByText('2 of 3 games')).toHaveAttribute('role', 'status');
    await userEvent.click(screen.getByRole('button', { name: 'Show more games' }));
    expect(await screen.findByText('3 games')).toBeVisible();
    await waitFor(() => expect(document.activeElement).toHaveAttribute('href', '/watch/3'));
    expect(screen.queryByRole('button', { name: 'Show more games' })).toBeNull();
    expect(last().has('facets')).toBe(false);
  });

  it('remember how this person likes them', async () => {
    serve();
    const first = await renderScreen(<EventsPage list="upcoming" />, { at: '/upcoming' });
    await userEvent.click(await screen.findByRole('button', { name: 'Table' }));
    expect(await screen.findByRole('table')).toBeVisible();
    first.unmount();
    await renderScreen(<EventsPage list="vod" />, { at: '/vod' });
    expect(await screen.findByRole('table')).toBeVisible();
  });

  it('are sorted by a column head, the second press turning the order', async () => {
    serve();
    const view = await renderScreen(<EventsPage list="upcoming" />, { at: '/upcoming' });
    await userEvent.click(await screen.findByRole('button', { name: 'Table' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Game' }));
    await waitFor(() => expect(addressOf(view)).toEqual({ sort_field: 'name', sort_direction: 'asc' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Game' }));
    await waitFor(() => expect(addressOf(view)).toEqual({ sort_field: 'name', sort_direction: 'desc' }));
    expect(screen.getByRole('columnheader', { name: 'Game' })).toHaveAttribute('aria-sort', 'descending');
  });

  it('offer the nearest match when nothing fits', async () => {
    serve((query) => ({
      events: [],
      total: query.get('sport') && query.get('gender') ? 0 : query.get('sport') ? 3 : 8,
    }));
    const view = await renderScreen(<EventsPage list="upcoming" />, { at: '/upcoming?sport=hockey&gender=W' });
    await screen.findByRole('heading', { name: 'No games match these filters' });
    expect(await screen.findByRole('button', { name: '8 games without “Sport”' })).toBeVisible();
    await userEvent.click(await screen.findByRole('button', { name: '3 games without “Women / men”' }));
    await waitFor(() => expect(addressOf(view)).toEqual({ sport: 'hockey' }));
  });

  it('say that there is nothing when nothing is filtered', async () => {
    serve(() => ({ events: [], total: 0 }));
    await renderScreen(<EventsPage list="live" />, { at: '/live' });
    expect(await screen.findByRole('heading', { name: 'Nothing is live right now' })).toBeVisible();
  });

  it('can fail and be asked again', async () => {
    serve();
    server.use(
      http.get('*/api/events', () => problem(400, 'validation_failed', { detail: 'Wrong filter' }), { once: true }),
    );
    await renderScreen(<EventsPage list="live" />, { at: '/live' });
    expect(await screen.findByRole('alert')).toHaveTextContent(/Wrong filter/);
    await userEvent.click(screen.getByRole('button', { name: /again|Retry/ }));
    expect(await screen.findByText('2 games')).toBeVisible();
  });

  it('keep what is on screen when the next page fails', async () => {
    let fails = true;
    serve(() => ({ total: 3, next: 'c2' }));
    server.use(
      http.get('*/api/events', ({ request }) => {
        if (!new URL(request.url).searchParams.has('after')) return undefined;
        if (!fails) return ok([event({ id: 3 })], { total: 3, limit: 24, offset: 2 });
        fails = false;
        return HttpResponse.json({ code: 'bad_cursor', status: 400 }, { status: 400 });
      }),
    );
    await renderScreen(<EventsPage list="upcoming" />, { at: '/upcoming' });
    await userEvent.click(await screen.findByRole('button', { name: 'Show more games' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('The next games did not load.');
    expect(screen.getAllByRole('link', { name: /Laurentide Lynx/ })).toHaveLength(2);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('3 games')).toBeVisible();
  });
});
