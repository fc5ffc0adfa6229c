import { Trans, useLingui } from '@lingui/react/macro';
import { Scissors } from 'lucide-react';
import { useEffect, useId, useMemo } from 'react';
import type { EventDetail, EventParticipant, Moment } from '#/api/types';
import { safeColour } from '#/entities/colour';
import { counter } from '#/entities/duration';
import { scoreText, shortName, sides } from '#/entities/event';
import type { ClipUntil, ProposedClip } from '#/entities/proposed-clip';
import { plateColours } from '#/ui/scorebug';
import { decides, type Entry, entriesAt, LEAD_MS, seen, sideOf } from '../logic/moments';
import { usePlayhead } from '../playhead';
import { useMoments } from '../use-moments';

/** How much of what follows a moment a clip of it shows. */
const TRAIL_MS = 7000;

/** A key moment on the player's timeline: it stands at `at` and is shown from `from`, epoch milliseconds. */
export interface Mark {
  id: number;
  at: number;
  from: number;
  label: string;
  colour: string;
  /** It decides the game. */
  goal: boolean;
}

interface KeyMomentsProps {
  event: EventDetail;
  onChoose: (moment: number) => void;
  /** Receives what the timeline marks. */
  onMarks: (marks: readonly Mark[]) => void;
  /** Makes a clip; without it none is offered. */
  onClip?: ClipUntil | null;
}

/** Key moments and scores up to the playhead, newest first. Choosing one shows it. Nothing here is ahead of the picture. */
export function KeyMoments({ event, onChoose, onMarks, onClip }: KeyMomentsProps) {
  const heading = useId();
  const { t } = useLingui();
  const at = usePlayhead((now) => now);
  const moments = useMoments(event);
  const entries = useMemo(() => entriesAt(event, moments, at), [event, moments, at]);
  const passed = seen(moments, at).length;
  const marks = useMemo(() => marksOf(event, moments.slice(0, passed)), [event, moments, passed]);
  useEffect(() => onMarks(marks), [marks, onMarks]);
  const tagged = moments.length > 0;
  return (
    <aside className="side on-media" aria-labelledby={heading}>
      <div className="side__in">
        <div className="side__h">
          <h2 id={heading}>{tagged ? <Trans>Key moments</Trans> : <Trans>Scoring</Trans>}</h2>
        </div>
        {entries.length === 0 ? (
          <p className="side__none">
            {event.score_hidden ? (
              <Trans>You have chosen not to see scores</Trans>
            ) : tagged ? (
              <Trans>Key moments appear here as you watch</Trans>
            ) : (
              <Trans>Scores appear here as you watch</Trans>
            )}
          </p>
        ) : (
          <ol className="km" aria-label={tagged ? t`Key moments, newest first` : t`Scores, newest first`}>
            {entries.map((entry) => (
              <li key={entry.key}>
                <Line event={event} entry={entry} onChoose={() => onChoose(entry.at - LEAD_MS)} />
                {onClip && (
                  <button
                    type="button"
                    className="km__clip"
                    aria-label={t`Make a clip of it`}
                    title={t`Make a clip of it`}
                    onClick={() => onClip(entry.at + TRAIL_MS, proposed(event, entry))}
                  >
                    <Scissors className="i" aria-hidden="true" />
                  </button>
                )}
              </li>
            ))}
          </ol>
        )}
      </div>
    </aside>
  );
}

function whose(event: EventDetail, side: Entry['side']): EventParticipant | null {
  return side && (sides(event)?.[side] ?? null);
}

/** A clip of an entry is called as the entry is. A score without tags has no name. */
function proposed(event: EventDetail, { name, side }: Entry): ProposedClip {
  const team = whose(event, side);
  const tags = [name, team ? shortName(team) : ''].filter(Boolean);
  return { name: name && tags.join(', '), tags };
}

function Line({ event, entry, onChoose }: { event: EventDetail; entry: Entry; onChoose: () => void }) {
  const { name, note, points, score, side } = entry;
  const team = whose(event, side);
  const short = team ? shortName(team) : '';
  return (
    <button type="button" onClick={onChoose}>
      <span className="t">
        {score?.clock || score?.period || sinceStart(event, entry)}
        {score?.clock && <small>{score.period}</small>}
      </span>
      <i style={team ? plateColours(team) : undefined} aria-hidden="true" />
      <span className="km__w">
        <b>{[name, short].filter(Boolean).join(', ')}</b>
        <span className="s">{name ? note : `+${points}`}</span>
      </span>
      <span className="sc">{points > 0 && scoreText(score)}</span>
    </button>
  );
}

/** How far into the broadcast an entry is, as `1:02:14`; empty where the event has no broadcast. */
function sinceStart({ live_since }: EventDetail, { at }: Entry): string {
  return live_since ? counter((at - Date.parse(live_since)) / 1000) : '';
}

function marksOf(event: EventDetail, moments: readonly Moment[]): Mark[] {
  return moments.map((moment) => {
    const team = whose(event, sideOf(event, moment));
    return {
      id: moment.id,
      at: moment.at_ms,
      from: moment.at_ms - LEAD_MS,
      label: team ? `${moment.name}, ${shortName(team)}` : moment.name,
      colour: team ? safeColour(team.color) : '',
      goal: decides(moment),
    };
  });
}
