import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { Play, Share2, Trash2 } from 'lucide-react';
import type { Clip } from '#/api/types';
import { title } from '#/entities/event';
import { announce } from '#/ui/announcer';
import { Button, buttonClass } from '#/ui/button';
import { useFailureText } from '#/ui/failure-text';
import { AppLink } from '#/ui/link';
import { openPopup } from '#/ui/popup';
import { showToast } from '#/ui/toast';
import { useVersus } from '#/ui/use-versus';
import { clipsKey, deleteClip } from '../api';
import { useClipTexts } from '../use-clip-texts';
import { useShare } from '../use-share';
import { ClipState } from './clip-card';
import { ClipPicture } from './clip-picture';
import { DownloadClip } from './download-clip';

/** One clip of the user with all that can be done with it. */
export function ClipRow({ clip }: { clip: Clip }) {
  const texts = useClipTexts();
  const game = title(clip.event, useVersus());
  const { name } = clip;
  const made = texts.day(clip.created_at);
  const loaded = clip.downloaded_at ? texts.day(clip.downloaded_at) : null;
  return (
    <li className="clip-row">
      <div className="still" aria-hidden="true">
        <ClipPicture clip={clip} sizes="200px" loading="lazy" decoding="async" />
        <div className="still__br">
          <span className="slug">{texts.length(clip)}</span>
        </div>
      </div>
      <div className="clip-row__t">
        <h2>{name}</h2>
        <p>
          <AppLink className="link" href={`/watch/${clip.event_id}`}>
            {game}
          </AppLink>
          <span>{loaded === null ? made : <Trans>Downloaded {loaded}</Trans>}</span>
          <ClipState clip={clip} />
        </p>
        <p className="clip-row__tags">{clip.tags.join(' · ')}</p>
      </div>
      <div className="acts">
        {clip.media && (
          <AppLink className={buttonClass('primary', 'sm')} href={`/watch_library/${clip.id}`}>
            <Play className="i i-fill" aria-hidden="true" />
            <span>
              <Trans context="button">Watch</Trans> <span className="vh">{name}</span>
            </span>
          </AppLink>
        )}
        <Actions clip={clip} />
      </div>
    </li>
  );
}

function Actions({ clip }: { clip: Clip }) {
  const { name } = clip;
  const share = useShare();
  const made = clip.status === 'success';
  return (
    <>
      {clip.share && clip.media && (
        <Button look="line" size="sm" onClick={() => void share(clip)}>
          <Share2 className="i" aria-hidden="true" />
          <span>
            <Trans>Share</Trans> <span className="vh">{name}</span>
          </span>
        </Button>
      )}
      {made && clip.can_download && <DownloadClip clip={clip} />}
      {clip.own && <DeleteClip clip={clip} />}
    </>
  );
}

function DeleteClip({ clip: { id, name } }: { clip: Clip }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const failureText = useFailureText();
  const onDelete = async () => {
    const agreed = await openPopup({
      title: t`Delete this clip?`,
      body: <Trans>“{name}” and its link will stop working, even for people you sent it to.</Trans>,
      ok: t`Delete`,
      danger: true,
    }).then(
      () => true,
      () => false,
    );
    if (!agreed) return;
    try {
      await deleteClip(id);
      announce(t`The clip is deleted`);
    } catch (error) {
      void showToast(failureText(error), { type: 'error' });
    }
    await client.invalidateQueries({ queryKey: clipsKey });
    // The button is gone with its clip: the list goes on being where the reader is.
    document.getElementById('clips-panel')?.focus();
  };
  return (
    <Button look="quiet" size="sm" onClick={() => void onDelete()}>
      <Trash2 className="i" aria-hidden="true" />
      <span>
        <Trans>
          Delete <span className="vh">{name}</span>
        </Trans>
      </span>
    </Button>
  );
}
