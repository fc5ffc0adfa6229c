import { Trans } from '@lingui/react/macro';
import { Share2 } from 'lucide-react';
import type { Clip } from '#/api/types';
import { Button, buttonClass } from '#/ui/button';
import { AppLink } from '#/ui/link';
import { useShare } from '../use-share';
import { DownloadClip } from './download-clip';
import '../clips.css';

/** A clip is being made; how far it is nobody knows, so the bar only moves. */
export function ClipInWork({ clip: { name } }: { clip: Clip }) {
  return (
    <div className="clip-pill">
      <p>
        <Trans>“{name}” is being created</Trans>
      </p>
      <span className="clip-pill__bar" aria-hidden="true">
        <i />
      </span>
      <AppLink className={buttonClass('line', 'sm')} href="/profile/clips">
        <Trans>See clips</Trans>
      </AppLink>
    </div>
  );
}

/** The ways to a clip that is made. */
export function ClipReady({ clip, onDone }: { clip: Clip; onDone: () => void }) {
  const { name } = clip;
  const share = useShare();
  return (
    <div className="clip-pill">
      <p>
        <Trans>“{name}” is ready</Trans>
      </p>
      <div className="clip-pill__acts">
        <AppLink className={buttonClass('line', 'sm')} href={`/watch_library/${clip.id}`} onClick={onDone}>
          <Trans context="button">Watch</Trans>
        </AppLink>
        {clip.share && (
          <Button look="line" size="sm" onClick={() => void share(clip)}>
            <Share2 className="i" aria-hidden="true" />
            <Trans>Share</Trans>
          </Button>
        )}
        {clip.can_download && <DownloadClip clip={clip} />}
      </div>
    </div>
  );
}

export function ClipFailed({ clip: { name } }: { clip: Clip }) {
  return (
    <p>
      <Trans>“{name}” could not be created. It doesn’t count toward your limit.</Trans>
    </p>
  );
}

export function ClipLate({ clip: { name } }: { clip: Clip }) {
  return (
    <div className="clip-pill">
      <p>
        <Trans>“{name}” is taking longer than usual. You will find it in your clips.</Trans>
      </p>
      <AppLink className={buttonClass('line', 'sm')} href="/profile/clips">
        <Trans>See clips</Trans>
      </AppLink>
    </div>
  );
}
