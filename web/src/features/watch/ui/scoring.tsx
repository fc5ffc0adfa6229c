import { Trans, useLingui } from '@lingui/react/macro';
import { useId, useMemo } from 'react';
import type { EventDetail } from '#/api/types';
import { scoreText, shortName, sides } from '#/entities/event';
import { plateColours } from '#/ui/scorebug';
import { type ScoringPlay, scoringPlays } from '../logic/scores';
import { usePlayhead } from '../playhead';

/** A play is shown a little before it counted, so that one sees how it came about. */
const LEAD_MS = 8000;

interface ScoringProps {
  event: EventDetail;
  onChoose: (moment: number) => void;
}

/** Every score up to the playhead, newest first. Choosing one shows it. Nothing here is ahead of the picture. */
export function Scoring({ event, onChoose }: ScoringProps) {
  const heading = useId();
  const { t } = useLingui();
  const at = usePlayhead((now) => now);
  const plays = useMemo(() => scoringPlays(event.scores, at), [event.scores, at]);
  return (
    <aside className="side on-media" aria-labelledby={heading}>
      <div className="side__in">
        <div className="side__h">
          <h2 id={heading}>
            <Trans>Scoring</Trans>
          </h2>
        </div>
        {plays.length === 0 ? (
          <p className="side__none">
            {event.score_hidden ? (
              <Trans>You have chosen not to see scores</Trans>
            ) : (
              <Trans>Scores are listed here as they happen</Trans>
            )}
          </p>
        ) : (
          <ol className="km" aria-label={t`Scores, newest first`}>
            {plays.map((play) => (
              <li key={`${play.score.at_ms}${play.side}`}>
                <Play event={event} play={play} onChoose={() => onChoose(play.score.at_ms - LEAD_MS)} />
              </li>
            ))}
          </ol>
        )}
      </div>
    </aside>
  );
}

function Play({ event, play, onChoose }: { event: EventDetail; play: ScoringPlay; onChoose: () => void }) {
  const two = sides(event);
  const { score, side, points } = play;
  if (!two) return null;
  const team = shortName(two[side]);
  return (
    <button type="button" onClick={onChoose}>
      <span className="t">
        {score.clock || score.period}
        {score.clock && <small>{score.period}</small>}
      </span>
      <i style={plateColours(two[side])} aria-hidden="true" />
      <span className="km__w">
        <b>{team}</b>
        <span className="s">+{points}</span>
      </span>
      <span className="sc">{scoreText(score)}</span>
    </button>
  );
}
