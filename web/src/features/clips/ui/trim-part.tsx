import { Trans, useLingui } from '@lingui/react/macro';
import { ChevronLeft, ChevronRight, Minus, Plus } from 'lucide-react';
import { counter } from '#/entities/duration';
import { FieldError } from '#/ui/field';
import { type Edge, LONGEST, lengthOf, OFFERED, type Range } from '../logic/trim';
import type { Cover } from '../use-cover';
import type { Trimming } from '../use-trim';
import { Strip } from './strip';

interface TrimPartProps {
  trimming: Trimming;
  recorded: Range;
  /** What the user's clips of the game may still show; null without a bound. */
  cover: Cover | null;
  error?: string | undefined;
}

/** Where a clip begins and ends: by dragging, by keys, or by buttons. */
export function TrimPart({ trimming, recorded, cover, error }: TrimPartProps) {
  const { trim, sight, preview, frame, move, rest } = trimming;
  const length = lengthOf(trim);
  const most = counter(LONGEST);
  return (
    <div className="trim on-media">
      <div className="trim__h">
        <b>
          <Trans>Drag the edges, or use the buttons</Trans>
        </b>
        <Offered length={length} onTake={trimming.takeLast} />
      </div>
      <Strip
        trim={trim}
        sight={sight}
        recorded={recorded}
        video={preview?.video ?? null}
        frame={frame}
        onMove={move}
        onRest={rest}
      />
      <div className="trim__c">
        <Nudge edge="start" trimming={trimming} />
        <p className="trim__l" role="status">
          <b>{counter(Math.round(length))}</b>
          <span>
            <Trans>of {most} at most</Trans>
          </span>
        </p>
        <Nudge edge="end" trimming={trimming} />
      </div>
      {cover && <Covered cover={cover} />}
      {error && (
        <div role="alert">
          <FieldError>{error}</FieldError>
        </div>
      )}
    </div>
  );
}

/** How much of a game that is sold a user's clips may still show. */
function Covered({ cover: { most, left, over } }: { cover: Cover }) {
  const [together, rest] = [counter(Math.round(most)), counter(Math.floor(left))];
  return over ? (
    <div role="alert">
      <FieldError>
        <Trans>
          Your clips of this game may show {together} together, and {rest} are left. Make this clip shorter, or delete
          another clip of the game.
        </Trans>
      </FieldError>
    </div>
  ) : (
    <p className="muted">
      <Trans>
        Your clips of this game may show {together} together: {rest} are left.
      </Trans>
    </p>
  );
}

/** What most clips are: the last so many seconds. */
function Offered({ length, onTake }: { length: number; onTake: (seconds: number) => void }) {
  const { t } = useLingui();
  const names: Record<(typeof OFFERED)[number], string> = {
    15: t`Last 15 s`,
    30: t`Last 30 s`,
    60: t`Last minute`,
  };
  return (
    <span className="chips">
      {OFFERED.map((seconds) => (
        <button
          key={seconds}
          type="button"
          className="chip"
          aria-pressed={length === seconds}
          onClick={() => onTake(seconds)}
        >
          {names[seconds]}
        </button>
      ))}
    </span>
  );
}

/** One edge by a second or by a picture at a time. */
function Nudge({ edge, trimming: { trim, frame, nudge } }: { edge: Edge; trimming: Trimming }) {
  const { t } = useLingui();
  const starts = edge === 'start';
  const names = starts
    ? [t`Start one second earlier`, t`Start one picture earlier`, t`Start one picture later`, t`Start one second later`]
    : [t`End one second earlier`, t`End one picture earlier`, t`End one picture later`, t`End one second later`];
  const steps = [-1, -frame(), frame(), 1];
  const icons = [Minus, ChevronLeft, ChevronRight, Plus];
  const button = (index: number) => {
    const Icon = icons[index] ?? Plus;
    return (
      <button
        type="button"
        className="pb"
        aria-label={names[index]}
        title={names[index]}
        onClick={() => nudge(edge, steps[index] ?? 0)}
      >
        <Icon className="i" aria-hidden="true" />
      </button>
    );
  };
  return (
    <div className="nudge">
      <span>{starts ? <Trans>Start</Trans> : <Trans>End</Trans>}</span>
      {button(0)}
      {button(1)}
      <b>{counter(trim[edge])}</b>
      {button(2)}
      {button(3)}
    </div>
  );
}
