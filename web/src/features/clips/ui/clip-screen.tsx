import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Play, Share2 } from 'lucide-react';
import { useCallback } from 'react';
import { statusOf } from '#/api/failure';
import type { Clip } from '#/api/types';
import { fullTitle } from '#/entities/event';
import { useTitle } from '#/lib/channel';
import { Button, buttonClass } from '#/ui/button';
import { EventCard } from '#/ui/card';
import { useFailureText } from '#/ui/failure-text';
import { AppLink } from '#/ui/link';
import { LoadError, useSlow } from '#/ui/states';
import { useVersus } from '#/ui/use-versus';
import { clipQuery } from '../api';
import { useClipTexts } from '../use-clip-texts';
import { useShare } from '../use-share';
import { ClipState } from './clip-card';
import { ClipStage, NoClip, type RenderClipPlayer } from './clip-stage';
import { DownloadClip } from './download-clip';
import '../clips.css';

interface ScreenProps {
  id: number;
  /** The secret of its link; without it only one's own clips and the channel's can be seen. */
  uuid?: string;
  player: RenderClipPlayer;
}

/** A clip that plays at once, with the way to its game. */
export function ClipScreen({ id, uuid = '', player }: ScreenProps) {
  const { data, error, refetch } = useQuery(clipQuery(id, uuid));
  const onRenew = useCallback(() => void refetch({ cancelRefetch: false }), [refetch]);
  const slow = useSlow(!data && !error);
  useTitle(data ? data.name : null);
  if (data) return <Shown key={data.id} clip={data} player={player} onRenew={onRenew} />;
  if (statusOf(error) === 404) return <NoClip />;
  if (statusOf(error) === 403) return <Refused error={error} />;
  if (error) {
    return (
      <div className="wrap page">
        <h1 className="vh">
          <Trans>This clip did not load</Trans>
        </h1>
        <LoadError error={error} onRetry={onRenew} />
      </div>
    );
  }
  return (
    <div className="watch-page" aria-busy="true">
      <div className="frame">{slow && <span className="vh">…</span>}</div>
    </div>
  );
}

/** Why a clip is not shown: its purchase, the viewer's region, or how much was played on their network. */
function Refused({ error }: { error: unknown }) {
  const failureText = useFailureText();
  return (
    <div className="wrap page">
      <div className="empty">
        <h1>
          <Trans>This clip is not shown</Trans>
        </h1>
        <p>{failureText(error)}</p>
        <AppLink className={buttonClass('line')} href="/schedule">
          <Trans>See the schedule</Trans>
        </AppLink>
      </div>
    </div>
  );
}

function Shown({ clip, player, onRenew }: { clip: Clip; player: RenderClipPlayer; onRenew: () => void }) {
  return (
    <div className="watch-page">
      <ClipStage clip={clip} player={player} onRenew={onRenew} />
      <div className="wrap clip-about">
        <Heading clip={clip} />
        <Game clip={clip} />
      </div>
    </div>
  );
}

function Heading({ clip }: { clip: Clip }) {
  const texts = useClipTexts();
  const { t } = useLingui();
  const share = useShare();
  return (
    <div className="stack">
      <h1>{clip.name}</h1>
      <p className="clip-about__s muted">
        <span>{texts.length(clip)}</span>
        <span>{texts.day(clip.created_at)}</span>
        <ClipState clip={clip} />
      </p>
      <ul className="chips" aria-label={t`Tags`}>
        {clip.tags.map((tag) => (
          <li className="chip chip--plain" key={tag}>
            {tag}
          </li>
        ))}
      </ul>
      <div className="acts">
        <AppLink className={buttonClass()} href={`/watch/${clip.event_id}`}>
          <Play className="i i-fill" aria-hidden="true" />
          <Trans>Watch the game</Trans>
        </AppLink>
        {clip.share && (
          <Button look="quiet" onClick={() => void share(clip)}>
            <Share2 className="i" aria-hidden="true" />
            <Trans>Share</Trans>
          </Button>
        )}
        {clip.can_download && clip.status === 'success' && <DownloadClip clip={clip} look="quiet" />}
      </div>
    </div>
  );
}

/** The game that a clip is of. */
function Game({ clip: { event } }: { clip: Clip }) {
  const { t } = useLingui();
  const game = fullTitle(event, useVersus());
  return (
    <section className="clip-about__g" aria-label={t`From ${game}`}>
      <EventCard event={event} heading="h2" />
    </section>
  );
}
