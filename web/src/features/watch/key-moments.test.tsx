import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { keys } from '#/api/keys';
import type { EventDetail, Moment } from '#/api/types';
import type { ClipUntil } from '#/entities/proposed-clip';
import { event } from '#/testing/events';
import { renderScreen } from '#/testing/render';
import { ok, useServer } from '#/testing/server';
import { createPlayhead, PlayheadContext } from './playhead';
import { KeyMoments, type Mark } from './ui/key-moments';

const server = useServer();
const start = Date.UTC(2026, 10, 22, 0, 30);
const [away] = event().participants;

function detail(over: Partial<EventDetail> = {}): EventDetail {
  const sale = { allowed: true, reason: '' as const };
  const none = {
    description: '',
    packages: [],
    sale,
    scores: [],
    media: [],
    live_since: null,
    ended_at: null,
    max_streams: 0,
    ads: false,
  };
  return { ...event({ id: 1 }), ...none, moments: 1, server_time_ms: 0, ...over };
}

const goal: Moment = {
  id: 5,
  at_ms: start + 60_000,
  kind: 'goal',
  name: 'Goal',
  participant_id: away?.id ?? 0,
  note: 'Wrist shot',
};
const period: Moment = {
  ...goal,
  id: 6,
  at_ms: start,
  kind: 'period_start',
  name: 'Start',
  participant_id: null,
  note: '',
};

/** What the server was asked, and answers. */
let asked: string[] = [];

function serve(...answers: { revision: number; moments: Moment[] }[]) {
  asked = [];
  server.use(
    http.get('*/api/events/1/moments', ({ request }) => {
      asked.push(new URL(request.url).search);
      const answer = answers[Math.min(asked.length, answers.length) - 1];
      return ok({ event_id: 1, kinds: [], ...answer });
    }),
  );
}

async function show(given: EventDetail, more: { onClip?: ClipUntil } = {}) {
  const playhead = createPlayhead();
  const told = { chosen: vi.fn<(moment: number) => void>(), marks: vi.fn<(marks: readonly Mark[]) => void>() };
  const list = (now: EventDetail) => (
    <PlayheadContext value={playhead}>
      <KeyMoments event={now} onChoose={told.chosen} onMarks={told.marks} {...more} />
    </PlayheadContext>
  );
  const view = await renderScreen(list(given), { at: '/watch/1' });
  return { ...told, view, list, move: (at: number | null) => act(() => playhead.setState({ at })) };
}

beforeEach(() => {
  keys.setChannel('demo', '/api');
  keys.setApi('k'.repeat(43));
});

describe('key moments', () => {
  it('are listed and marked once the picture has reached them, and lead to eight seconds before', async () => {
    serve({ revision: 1, moments: [period, goal] });
    const { chosen, marks, move } = await show(detail());
    await screen.findByRole('heading', { name: 'Key moments' });
    expect(screen.getByText('Key moments appear here as you watch')).toBeInTheDocument();
    move(start + 61_000);
    const [first] = within(screen.getByRole('list', { name: 'Key moments, newest first' })).getAllByRole('button');
    expect(first).toHaveTextContent(/Goal, Laurentide.*Wrist shot/);
    expect(marks.mock.lastCall?.[0]).toMatchObject([
      { id: 6, label: 'Start', colour: '' },
      { id: 5, at: goal.at_ms, from: goal.at_ms - 8000, label: 'Goal, Laurentide' },
    ]);
    await userEvent.click(first as HTMLElement);
    expect(chosen).toHaveBeenCalledWith(goal.at_ms - 8000);
    move(start + 1000);
    expect(screen.getAllByRole('listitem')).toHaveLength(1);
    expect(marks.mock.lastCall?.[0]).toHaveLength(1);
  });

  it('are timed from the start of the broadcast where there is no scoreboard', async () => {
    serve({ revision: 1, moments: [goal] });
    const { move } = await show(
      detail({ live_since: new Date(start - 3_600_000).toISOString(), scores: [], score: null }),
    );
    await screen.findByRole('heading', { name: 'Key moments' });
    move(start + 61_000);
    expect(screen.getByText('1:01:00')).toBeInTheDocument();
  });

  it('are asked for until they are as new as the event says', async () => {
    serve({ revision: 1, moments: [period] }, { revision: 2, moments: [period, goal] });
    const { move } = await show(detail({ moments: 2 }));
    move(start + 61_000);
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(2));
    expect(asked).toHaveLength(2);
  });

  it('are not asked for where there are none, or where scores are hidden', async () => {
    serve({ revision: 1, moments: [goal] });
    await show(detail({ moments: 0 }));
    expect(screen.getByRole('heading', { name: 'Scoring' })).toBeInTheDocument();
    await show(detail({ moments: 3, score_hidden: true }));
    expect(screen.getByText('You have chosen not to see scores')).toBeInTheDocument();
    expect(asked).toEqual([]);
  });

  it('become clips where clips can be made, and offer none elsewhere', async () => {
    serve({ revision: 1, moments: [goal] });
    const clips = vi.fn<ClipUntil>();
    const { move } = await show(detail(), { onClip: clips });
    await screen.findByRole('heading', { name: 'Key moments' });
    move(start + 61_000);
    await userEvent.click(screen.getByRole('button', { name: 'Make a clip of it' }));
    const team = away?.short_name;
    expect(clips).toHaveBeenCalledWith(goal.at_ms + 7000, { name: `Goal, ${team}`, tags: ['Goal', team] });
  });
});
