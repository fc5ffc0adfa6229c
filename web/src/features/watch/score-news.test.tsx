import { act, render } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { EventDetail, Score } from '#/api/types';
import { createPlayhead, PlayheadContext, useScore } from './playhead';
import { ScoreNews } from './ui/score-news';

const announce = vi.hoisted(() => vi.fn<(text: string) => void>());
vi.mock(import('#/ui/announcer'), async (load) => ({ ...(await load()), announce }));

beforeEach(() => announce.mockClear());

const of = (at_ms: number, away: number, home: number) => ({ at_ms, away, home }) as Score;
const scores = [of(100, 0, 0), of(200, 1, 0), of(300, 1, 1), of(400, 1, 1)];

function Game({ event }: { event: EventDetail }) {
  const score = useScore(event, true);
  return <ScoreNews event={event} score={score} text={`Lynx ${score?.away}, Tide ${score?.home}`} />;
}

function watch(first: Partial<EventDetail>) {
  const playhead = createPlayhead();
  const screen = (event: Partial<EventDetail>) => (
    <PlayheadContext value={playhead}>
      <Game event={event as EventDetail} />
    </PlayheadContext>
  );
  const { rerender } = render(screen(first));
  return {
    to: (at: number) => act(() => playhead.setState({ at })),
    tell: (event: Partial<EventDetail>) => rerender(screen(event)),
    said: () => announce.mock.calls.map(([text]) => text),
  };
}

it('says each change once, when the picture shows it', () => {
  const { to, tell, said } = watch({ scores: scores.slice(0, 1), score_hidden: false });
  to(150);
  expect(said()).toEqual([]);
  tell({ scores, score_hidden: false });
  expect(said()).toEqual([]);
  to(250);
  expect(said()).toEqual(['Lynx 1, Tide 0']);
  tell({ scores: scores.map((score) => ({ ...score })), score_hidden: false });
  to(290);
  expect(said()).toHaveLength(1);
  to(300);
  to(450);
  expect(said()).toEqual(['Lynx 1, Tide 0', 'Lynx 1, Tide 1']);
  to(250);
  expect(said()).toHaveLength(2);
});

it('does not say the score that a page begins with', () => {
  const { to, said } = watch({ scores, score_hidden: false });
  to(350);
  expect(said()).toEqual([]);
});

it('says nothing to viewers who hide scores, nor when they show them', () => {
  const { to, tell, said } = watch({ scores, score_hidden: true });
  to(150);
  to(250);
  expect(said()).toEqual([]);
  tell({ scores, score_hidden: false });
  expect(said()).toEqual([]);
});
