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
 * Every play up to the playhead, newest first. The first entry is where the count begins: what it holds was scored before
 * anybody took notes. A correction downwards takes back the plays that it undoes.
 */
export function scoringPlays(scores: readonly Score[], playhead: number | null): ScoringPlay[] {
  const seen = scores.filter((s) => playhead !== null && s.at_ms <= playhead).toSorted((a, b) => a.at_ms - b.at_ms);
  let [before] = seen;
  let plays: ScoringPlay[] = [];
  for (const score of seen) {
    for (const side of ['away', 'home'] as const) {
      const points = score[side] - (before?.[side] ?? 0);
      if (points > 0) plays.push({ score, side, points });
      if (points < 0) plays = plays.filter((play) => play.side !== side || play.score[side] <= score[side]);
    }
    before = score;
  }
  return plays.toReversed();
}
