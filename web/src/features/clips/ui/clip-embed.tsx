import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { useCallback } from 'react';
import { statusOf } from '#/api/failure';
import { useTitle } from '#/lib/channel';
import { buttonClass } from '#/ui/button';
import { LoadError } from '#/ui/states';
import { clipQuery } from '../api';
import { ClipStage, NoClip, type RenderClipPlayer } from './clip-stage';
import '#/ui/embed.css';
import '../clips.css';

/** The page of a clip for a frame on another site: it plays there, and leads to its game in a tab of its own. */
export function ClipEmbed({ id, uuid, player }: { id: number; uuid: string; player: RenderClipPlayer }) {
  const { data, error, refetch } = useQuery(clipQuery(id, uuid));
  const onRenew = useCallback(() => void refetch({ cancelRefetch: false }), [refetch]);
  useTitle(data ? data.name : null);
  if (data) {
    return (
      <div className="embed">
        <h1 className="vh">{data.name}</h1>
        <ClipStage clip={data} player={player} onRenew={onRenew} />
        <a className={buttonClass('media', 'sm')} href={`/watch/${data.event_id}`} target="_blank" rel="noopener">
          <ExternalLink className="i" aria-hidden="true" />
          <Trans>Watch the game</Trans>
        </a>
      </div>
    );
  }
  if (statusOf(error) === 404) return <NoClip />;
  if (error) return <LoadError error={error} onRetry={onRenew} />;
  return <div className="embed" aria-busy="true" />;
}
