import { useEffect, useRef } from 'react';
import type { EventDetail, Score } from '#/api/types';
import { announce } from '#/ui/announcer';
import { usePlayhead } from '../playhead';

interface ScoreNewsProps {
  event: EventDetail;
  /** The score at the playhead. */
  score: Score | null;
  /** The score as a sentence. */
  text: string;
}

/**
 * Has a screen reader say each change of the score while the game is watched, when the picture shows it. The first score of a
 * page is no change, and neither is one that a viewer asked for by going back or by showing hidden scores.
 */
export function ScoreNews({ event, score, text }: ScoreNewsProps) {
  const known = usePlayhead((at) => at !== null) && !event.score_hidden;
  /** Undefined while nothing was known. */
  const before = useRef<Score | null>(undefined);
  useEffect(() => {
    const last = before.current;
    before.current = known ? score : undefined;
    if (known && last !== undefined && score && isNews(score, last)) announce(text);
  }, [known, score, text]);
  return null;
}

function isNews(score: Score, last: Score | null): boolean {
  if (last && score.at_ms <= last.at_ms) return false;
  return score.away !== (last?.away ?? 0) || score.home !== (last?.home ?? 0);
}
