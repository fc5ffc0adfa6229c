import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keys } from '#/api/keys';
import { eventsQuery } from '#/api/queries';
import type { EventSummary } from '#/api/types';
import { session } from '#/lib/session';
import { chooseSpoilers } from '#/lib/spoiler-choice';
import { followUserSpoilers } from '#/lib/spoilers';
import { aProfile } from '#/testing/bootstrap';
import { event, liveEvent } from '#/testing/events';
import { aClient, renderScreen } from '#/testing/render';
import { ok, useServer } from '#/testing/server';
import { Announcer } from '#/ui/announcer';
import { EventCard } from '#/ui/card';
import { ScheduleRow } from '#/ui/schedule-row';
import { EventTable } from '#/ui/table';
import { SpoilerSwitch } from './spoiler-switch';

const server = useServer();
const scored = { away: 87, home: 93, period: 'P2', clock: '', at_ms: 5 };
const hidden = (over: Partial<EventSummary> = {}) => liveEvent({ score: null, score_hidden: true, ...over });

beforeEach(() => {
  keys.setChannel('demo', '/api');
  keys.setApi('k'.repeat(43));
});

afterEach(() => {
  chooseSpoilers(false);
  session.setState({ user: null });
});

describe('the switch', () => {
  it('says its state, keeps it in a cookie, and hides what is on screen at once', async () => {
    const asked: (string | null)[] = [];
    server.use(
      http.get('*/api/events', ({ request }) => {
        asked.push(new URL(request.url).searchParams.get('spoilers'));
        return ok([hidden()], { total: 1, limit: 1, offset: 0 });
      }),
    );
    const view = await renderScreen(
      <>
        <SpoilerSwitch className="ib" />
        <Announcer />
      </>,
    );
    const key = eventsQuery({}).queryKey;
    view.client.setQueryData(key, { data: [liveEvent({ score: scored })], meta: { total: 1, limit: 1, offset: 0 } });
    const button = screen.getByRole('button', { name: 'Hide scores', pressed: false });
    await userEvent.click(button);
    expect(button).toHaveAttribute('aria-pressed', 'true');
    expect(screen.getByRole('status')).toHaveTextContent('Scores are hidden');
    expect(document.cookie).toContain('spoilers=hide');
    expect(view.client.getQueryData(key)?.data[0]?.score).toBeNull();
    await view.client.fetchQuery(eventsQuery({ limit: 1 }));
    expect(asked).toEqual(['hide']);
    await userEvent.click(button);
    expect(document.cookie).not.toContain('spoilers=hide');
    expect(screen.getByRole('status')).toHaveTextContent('Scores are shown');
  });

  it('is kept with the user', async () => {
    const sent: unknown[] = [];
    server.use(
      http.post('*/api/profile', async ({ request }) => {
        sent.push(await request.json());
        return ok(aProfile({ hide_scores: true }));
      }),
    );
    session.setState({ user: aProfile() });
    await renderScreen(<SpoilerSwitch className="ib" named />);
    await userEvent.click(screen.getByRole('button', { name: 'Hide scores' }));
    await waitFor(() => expect(session.getState().user?.hide_scores).toBe(true));
    expect(sent).toEqual([expect.objectContaining({ hide_scores: true })]);
  });

  it('follows the user who chose so elsewhere', () => {
    const stop = followUserSpoilers(aClient());
    session.setState({ user: aProfile({ hide_scores: true }) });
    expect(document.cookie).toContain('spoilers=hide');
    session.setState({ user: aProfile({ hide_scores: false }) });
    expect(document.cookie).toContain('spoilers=hide');
    stop();
  });
});

describe('one game', () => {
  it.each([
    ['card', (one: EventSummary) => <EventCard event={one} />],
    ['row of a schedule', (one: EventSummary) => <ScheduleRow event={one} />],
    [
      'table',
      (one: EventSummary) => (
        <EventTable events={[one]} sort={{ field: 'date', direction: 'asc' }} onSort={() => undefined} />
      ),
    ],
  ])('is shown in a %s after a press of its own', async (_, drawn) => {
    const asked: string[] = [];
    server.use(
      http.get('*/api/events/7', ({ request }) => {
        asked.push(new URL(request.url).search);
        return ok({ ...liveEvent({ id: 7, score: scored }), scores: [scored] });
      }),
    );
    chooseSpoilers(true);
    const view = await renderScreen(drawn(hidden({ id: 7 })));
    expect(view.container).not.toHaveTextContent('93');
    await userEvent.click(screen.getByRole('button', { name: 'Show the score of Laurentide Lynx @ Fundy Tide' }));
    await waitFor(() => expect(view.container).toHaveTextContent('93'));
    expect(asked).toEqual([expect.stringContaining('spoilers=show')]);
    expect(screen.queryByRole('button', { name: /Show the score/ })).toBeNull();
  });

  it('has nothing to show before it begins', async () => {
    await renderScreen(<EventCard event={event()} />);
    expect(screen.queryByRole('button', { name: /Show the score/ })).toBeNull();
  });
});
