import type { EventParticipant, EventSummary, Score, StreamStatus } from '#/api/types';

type Titled = Pick<EventSummary, 'name' | 'participants' | 'home_team_id'>;

export interface Sides {
  away: EventParticipant;
  home: EventParticipant;
}

/** The two sides of a game, away first; null when the event is not a game between two. */
export function sides(event: Titled): Sides | null {
  const [first, second, ...more] = event.participants;
  if (!first || !second || more.length > 0) return null;
  return first.id === event.home_team_id ? { away: second, home: first } : { away: first, home: second };
}

/** The participants in the order they are written: away, home; others as they come. */
export function ordered(event: Titled): EventParticipant[] {
  const two = sides(event);
  return two ? [two.away, two.home] : event.participants;
}

/** What stands between the names of two sides: where the second is at home, and where neither is. */
export type Versus = readonly [atHome: string, neutral: string];

export function between(event: Pick<EventSummary, 'home_team_id'>, versus: Versus): string {
  return versus[event.home_team_id ? 0 : 1];
}

/**
 * `Laurentide @ Fundy` from the short names, with what the channel says between them; an event that is not a game
 * between two keeps its own name.
 */
export function title(event: Titled, versus: Versus, name = shortName): string {
  const two = sides(event);
  return two ? `${name(two.away)} ${between(event, versus)} ${name(two.home)}` : event.name;
}

/** The title in full names, for accessible names and headings: `Laurentide Lynx @ Fundy Tide`. */
export function fullTitle(event: Titled, versus: Versus): string {
  return title(event, versus, (side) => side.name);
}

export function shortName(side: Pick<EventParticipant, 'name' | 'short_name'>): string {
  return side.short_name || side.name;
}

/** What the event is now. The stream decides over the plan: a game is live when it is being sent. */
export function status(event: Pick<EventSummary, 'status' | 'stream_status'>): StreamStatus {
  return event.stream_status || event.status;
}

type Scheduled = Pick<EventSummary, 'status' | 'stream_status' | 'schedule_status'>;

/**
 * Cancelled, or postponed without a new time: it does not take place at its start. A game that was cancelled after it began
 * can have a recording.
 */
export function isOff(event: Scheduled): boolean {
  const off = event.schedule_status === 'cancelled' || event.schedule_status === 'postponed';
  return off && status(event) !== 'live';
}

/** Whether it is yet to begin, so that people can be reminded of it. */
export function isToCome(event: Scheduled & Pick<EventSummary, 'event_utc_ts'>, now: number): boolean {
  return status(event) === 'upcoming' && !isOff(event) && event.event_utc_ts * 1000 > now;
}

/** Whether a finished event was on air, so that there is something to watch again. */
export function isRecorded(event: Pick<EventSummary, 'status' | 'stream_status' | 'stream_state'>): boolean {
  return status(event) === 'finished' && event.stream_state === 'ended';
}

/** `3–2`, away first; empty without a score. */
export function scoreText(score: Score | null): string {
  return score ? `${score.away}–${score.home}` : '';
}

/** Full title with the score, as one accessible sentence: `Laurentide Lynx @ Fundy Tide, 3–2`. */
export function spokenTitle(event: Titled & Pick<EventSummary, 'score'>, versus: Versus): string {
  const name = fullTitle(event, versus);
  return event.score ? `${name}, ${scoreText(event.score)}` : name;
}

/** The side ahead; null when level or without a score, so that both weigh the same. */
export function leader(score: Score | null): keyof Sides | null {
  if (!score || score.away === score.home) return null;
  return score.away > score.home ? 'away' : 'home';
}

/** The clock of a game as it stands: `P2 8:14`, `63′`; empty when the scorer sends none. */
export function clockText(score: Score | null): string {
  return score ? [score.period, score.clock].filter(Boolean).join(' ') : '';
}
