import type { EventDetail, Moment, Score } from '#/api/types';
import { type Sides, sides } from '#/entities/event';
import { scoreAt, scoringPlays } from './scores';

/** Playback begins a little before a moment, so that one sees how it came about. */
export const LEAD_MS = 8000;
/** A score this close to a moment of the same side is told with it. */
const SAME_MS = 20_000;

/** A line of the list beside the player. */
export interface Entry {
  key: string;
  /** Wall clock, epoch milliseconds. */
  at: number;
  side: keyof Sides | null;
  /** What it is; '' for a score that nobody tagged. */
  name: string;
  note: string;
  /** By how much the score changed; 0 where it did not. */
  points: number;
  /** As the scoreboard stood then: its clock, and the score where it changed. */
  score: Score | null;
}

/** The moments up to the playhead, in their order: the oldest first. */
export function seen(moments: readonly Moment[], playhead: number | null): Moment[] {
  return moments.filter(({ at_ms }) => playhead !== null && at_ms <= playhead);
}

/** Key moments up to the playhead and the scores that nobody tagged, newest first. Nothing in it is ahead of the picture. */
export function entriesAt(event: EventDetail, moments: readonly Moment[], playhead: number | null): Entry[] {
  const plays = scoringPlays(event.scores, playhead);
  const tagged = seen(moments, playhead).map((moment): Entry => {
    const side = sideOf(event, moment);
    const nearest = plays
      .filter((play) => play.side === side && Math.abs(play.score.at_ms - moment.at_ms) <= SAME_MS)
      .toSorted((a, b) => Math.abs(a.score.at_ms - moment.at_ms) - Math.abs(b.score.at_ms - moment.at_ms))
      .at(0);
    const play = nearest && scores(moment) ? nearest : undefined;
    if (play) plays.splice(plays.indexOf(play), 1);
    return {
      key: `m${moment.id}`,
      at: moment.at_ms,
      side,
      name: moment.name,
      note: moment.note,
      points: play?.points ?? 0,
      score: play?.score ?? scoreAt(event.scores, moment.at_ms),
    };
  });
  const untagged = plays.map(
    ({ score, side, points }): Entry => ({
      key: `s${score.at_ms}${side}`,
      at: score.at_ms,
      side,
      name: '',
      note: '',
      points,
      score,
    }),
  );
  return [...tagged, ...untagged].toSorted((a, b) => b.at - a.at);
}

/** Kinds by which a side does not score: a score beside them is something else. */
const scoreless = new Set(['save', 'faceoff', 'penalty', 'power_play', 'timeout', 'foul', 'yellow_card', 'red_card']);

function scores({ kind, participant_id }: Moment): boolean {
  return participant_id !== null && !scoreless.has(kind);
}

/** Kinds that decide a game. */
const deciding = new Set(
  (
    'goal shootout basket three_pointer dunk point ace touchdown field_goal try conversion penalty_kick drop_goal ' +
    'run home_run break knockdown knockout submission decision finish score'
  ).split(' '),
);

/** Whether a moment decides the game, as a goal does. */
export function decides({ kind }: Moment): boolean {
  return deciding.has(kind);
}

/** Whose a moment is in a game between two. */
export function sideOf(event: EventDetail, { participant_id }: Moment): Entry['side'] {
  const two = sides(event);
  if (!two || participant_id === null) return null;
  if (two.away.id === participant_id) return 'away';
  return two.home.id === participant_id ? 'home' : null;
}
