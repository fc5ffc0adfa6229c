/** Where a viewer left an event, and what a return offers. Positions are seconds from the start of the event's media. */

export interface Left {
  at: number;
  /** Length of the media when the position was stored; 0 where that is not known, or must not be told. */
  of: number;
  /** Epoch milliseconds, for dropping the oldest. */
  saved: number;
}

export type LeftByEvent = Record<string, Left>;

/** Shorter than this nobody remembers where they were. */
const MIN_WATCHED = 30;
/** This close to the end of a recording it has been seen. */
const NEAR_END = 60;
/** A live event offers its start only when the viewer has really missed something. */
const LATE = 120;
/** A viewer who left this close to the live position wants live, not a resume. */
const STILL_LIVE = 60;
const KEPT = 100;

/** Whether whoever comes back begins anew: they saw hardly anything, or all of it. */
export function beginsAnew({ at, of }: Pick<Left, 'at' | 'of'>, live: boolean): boolean {
  return at < MIN_WATCHED || (!live && of > 0 && of - at < NEAR_END);
}

/** Stores a position, or forgets it when the recording has been seen; keeps the most recent hundred events. */
export function remember(all: LeftByEvent, item: string, left: Left, live: boolean): LeftByEvent {
  const { [item]: _, ...rest } = all;
  if (beginsAnew(left, live)) return rest;
  const recent = Object.entries({ ...rest, [item]: left }).toSorted(([, a], [, b]) => b.saved - a.saved);
  return Object.fromEntries(recent.slice(0, KEPT));
}

export type StartPoint = 'live' | 'start' | 'resume';

export interface JoinPlan {
  /** Where playback begins by itself. */
  begin: StartPoint;
  /** Seconds into the media, for `resume`. */
  resumeAt: number;
  /** The other places to begin at, in the order shown; empty when there is no choice to make. */
  offers: StartPoint[];
}

/**
 * What a viewer who opens the event gets. Live starts at the edge and offers the start, and the place they left. A
 * recording continues where they left and offers the start.
 */
export function joinPlan(input: { live: boolean; length: number; left: Left | undefined }): JoinPlan {
  const { live, length, left } = input;
  const resumeAt = left && left.at >= MIN_WATCHED ? Math.min(left.at, length) : 0;
  if (!live) {
    const resumes = resumeAt > 0 && length - resumeAt > NEAR_END;
    return { begin: resumes ? 'resume' : 'start', resumeAt, offers: resumes ? ['resume', 'start'] : [] };
  }
  if (length < LATE) return { begin: 'live', resumeAt: 0, offers: [] };
  const resumes = resumeAt > 0 && length - resumeAt > STILL_LIVE;
  return { begin: 'live', resumeAt, offers: resumes ? ['live', 'start', 'resume'] : ['live', 'start'] };
}
