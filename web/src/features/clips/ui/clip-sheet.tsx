import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useId, useMemo, useState } from 'react';
import type { Clip, EventDetail } from '#/api/types';
import { title } from '#/entities/event';
import type { ProposedClip } from '#/entities/proposed-clip';
import { Button } from '#/ui/button';
import { Dialog } from '#/ui/dialog';
import { useVersus } from '#/ui/use-versus';
import type { Range } from '../logic/trim';
import { useCover } from '../use-cover';
import { useDraft } from '../use-draft';
import { useNarrow } from '../use-narrow';
import { type PreviewControl, useTrim } from '../use-trim';
import { DraftPart } from './draft-part';
import { TrimPart } from './trim-part';
import '../clips.css';

/** What the sheet asks of a small player. The page puts one in, so that this feature knows none. */
export interface PreviewSlot {
  label: string;
  /** Shown again and again; seconds on the recording's timeline. */
  stretch: { from: number; to: number; loops: boolean };
  onReady: (control: PreviewControl) => void;
}

export interface ClipSheetProps {
  event: EventDetail;
  /** The medium whose timeline all positions are on. */
  mediaId: number;
  /** Where the clip ends at first. */
  at: number;
  /** Where the viewer was. */
  playhead: number;
  /** What the clip is called at first. */
  proposed?: ProposedClip | undefined;
  recorded: Range;
  preview: (slot: PreviewSlot) => ReactNode;
  onMade: (clip: Clip) => void;
  onClose: () => void;
}

/** Takes a clip out of a game: what of it, how it is called, what it is about. On a phone one after the other. */
export function ClipSheet({
  event,
  mediaId,
  at,
  playhead,
  proposed,
  recorded,
  preview,
  onMade,
  onClose,
}: ClipSheetProps) {
  const { t } = useLingui();
  const game = title(event, useVersus());
  const form = useId();
  const narrow = useNarrow();
  const [step, setStep] = useState<'trim' | 'draft'>('trim');
  const trimming = useTrim(at, playhead, recorded);
  const { trim, onReady } = trimming;
  const cover = useCover(event, trim);
  const draft = useDraft({ event, mediaId, trim, proposed, onMade, onTrimRefused: () => setStep('trim') });
  const stretch = useMemo(() => ({ from: trim.start, to: trim.end, loops: true }), [trim.start, trim.end]);
  const next = () => {
    trimming.preview?.video.pause();
    setStep('draft');
  };
  return (
    <Dialog title={t`New clip`} onClose={onClose} className="dialog clip-sheet">
      <p className="muted">{game}</p>
      <div className="ed">
        <div hidden={narrow && step !== 'trim'}>
          {preview({ label: t`Clip preview`, stretch, onReady })}
          <TrimPart trimming={trimming} recorded={recorded} cover={cover} error={draft.trimProblem} />
        </div>
        <div hidden={narrow && step !== 'draft'}>
          <DraftPart id={form} event={event} draft={draft} over={cover?.over === true} />
        </div>
      </div>
      {narrow && step === 'trim' ? (
        <div className="acts">
          <Button size="lg" block disabled={cover?.over === true} onClick={next}>
            <Trans>Next: name and tags</Trans>
          </Button>
        </div>
      ) : (
        narrow && (
          <div className="acts">
            <Button look="line" block onClick={() => setStep('trim')}>
              <Trans>Back to start and end</Trans>
            </Button>
          </div>
        )
      )}
    </Dialog>
  );
}
