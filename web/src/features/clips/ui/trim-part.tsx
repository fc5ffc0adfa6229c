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
        <Offered trimming={trimming} />
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
      {error ? (
        <div role="alert">
          <FieldError>{error}</FieldError>
        </div>
      ) : (
        cover && <Covered cover={cover} />
      )}
    </div>
  );
}

/** How much of a game that is sold a user's clips may still show, and how much of it the chosen stretch uses. */
function Covered({ cover }: { cover: Cover }) {
  if (cover.over) {
    return (
      <div role="alert">
        <FieldError>
          <Excess cover={cover} />
        </FieldError>
      </div>
    );
  }
  if (cover.most === 0) return null;
  const [together, rest, uses] = [cover.most, cover.left, cover.adds].map((seconds) => counter(Math.floor(seconds)));
  return (
    <p className="muted">
      <Trans>
        Your clips of this game can total {together}, and {rest} are left. This clip uses {uses} of it.
      </Trans>
    </p>
  );
}

/** Why a clip is too long, which its named length may not show. */
function Excess({ cover: { most, left, adds } }: { cover: Cover }) {
  if (most === 0) {
    return (
      <Trans>
        Clips count in whole segments of the recording, and not enough is left for your clips of this game. Make this
        clip shorter, or delete another clip of the game.
      </Trans>
    );
  }
  // Rounded apart, so that the clip is longer than the rest also as they are written.
  const [together, rest, uses] = [counter(Math.floor(most)), counter(Math.floor(left)), counter(Math.ceil(adds))];
  return (
    <Trans>
      Clips count in whole segments of the recording, and this one uses {uses}. Your clips of this game can total{' '}
      {together}, and {rest} are left. Make this clip shorter, or delete another clip of the game.
    </Trans>
  );
}

/** What most clips are: the last so many seconds. */
function Offered({ trimming: { isLast, takeLast } }: { trimming: Trimming }) {
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
          aria-pressed={isLast(seconds)}
          onClick={() => takeLast(seconds)}
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
    ? [t`Start one second earlier`, t`Start one frame earlier`, t`Start one frame later`, t`Start one second later`]
    : [t`End one second earlier`, t`End one frame earlier`, t`End one frame later`, t`End one second later`];
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
