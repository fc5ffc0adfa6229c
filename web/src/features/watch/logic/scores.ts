import type { EventDetail, Score } from '#/api/types';
import { status } from '#/entities/event';

/**
 * The score a viewer may see: the last one that was true when the picture at the playhead was taken. Without a playhead
 * nothing is known to have happened yet.
 */
export function scoreAt(scores: readonly Score[], playhead: number | null): Score | null {
  if (playhead === null) return null;
  return scores.reduce<Score | null>(
    (latest, score) => (score.at_ms <= playhead && (!latest || score.at_ms >= latest.at_ms) ? score : latest),
    null,
  );
}

/** The score for people who watch nothing here: what the lists show as well. */
export function publicScore(event: EventDetail): Score | null {
  return status(event) === 'upcoming' ? null : event.score;
}

/** A change of the score, for the list beside the player. */
export interface ScoringPlay {
  /** The score after it. */
  score: Score;
  side: 'away' | 'home';
  points: number;
}

/**
 * Every change up to the playhead, newest first. Corrections downwards are no plays, nor is a first entry with points on
 * both sides: then the scorer came late.
 */
export function scoringPlays(scores: readonly Score[], playhead: number | null): ScoringPlay[] {
  const seen = scores.filter((s) => playhead !== null && s.at_ms <= playhead).toSorted((a, b) => a.at_ms - b.at_ms);
  const [first] = seen;
  let before = first && first.away > 0 && first.home > 0 ? first : { away: 0, home: 0 };
  const plays: ScoringPlay[] = [];
  for (const score of seen) {
    for (const side of ['away', 'home'] as const) {
      const points = score[side] - before[side];
      if (points > 0) plays.push({ score, side, points });
    }
    before = score;
  }
  return plays.toReversed();
}
