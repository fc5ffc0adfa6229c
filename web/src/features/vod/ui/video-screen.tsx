import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback } from 'react';
import { statusOf } from '#/api/failure';
import { videoQuery } from '#/api/queries';
import type { FilmChapter, VideoDetail, VideoPart } from '#/api/types';
import type { Advertised } from '#/entities/preroll';
import { advertised, chosenPart, videoView } from '#/entities/video';
import { useBootstrap, useTitle } from '#/lib/channel';
import { LoadError, useSlow } from '#/ui/states';
import { MoreVideos } from './more-videos';
import { NoVideo } from './no-video';
import { VideoDetails } from './video-details';
import { VideoLock } from './video-lock';
import { VideoUnplayable } from './video-unplayable';
import '#/ui/stage.css';
import '../vod.css';

/** What the page asks of a player. The route file puts one in, so that this feature knows none. */
export interface VideoPlayerSlot {
  video: VideoDetail;
  /** Names the part, so that a return goes on where it was left. */
  partId: number;
  url: string;
  /** Signed address of its small pictures; '' where it has none. */
  storyboard: string;
  chapters: readonly FilmChapter[];
  title: string;
  artist: string;
  poster: string;
  posterSrcSet: string;
  posterPlaceholder: string;
  /** What pre-rolls before it go by; absent where its viewer is shown none. */
  ads: Advertised | undefined;
  /** The signature of the address is refused: a fresh one is wanted. */
  onRenew: () => void;
}

export type RenderVideoPlayer = (slot: VideoPlayerSlot) => ReactNode;

interface VideoScreenProps {
  id: number;
  /** The part that the address asks for. */
  partId: number | undefined;
  player: RenderVideoPlayer;
}

/** The page of one video of the library in every state it can have. */
export function VideoScreen({ id, partId, player }: VideoScreenProps) {
  const { data, error, refetch } = useQuery({ ...videoQuery(id), retryOnMount: false });
  const onRenew = useCallback(() => void refetch({ cancelRefetch: false }), [refetch]);
  const slow = useSlow(!data && !error);
  useTitle(data ? data.title : null);
  if (data) {
    return <Shown video={data} part={chosenPart(data, partId)} player={player} onRenew={onRenew} />;
  }
  if (statusOf(error) === 404) return <NoVideo />;
  if (error) {
    return (
      <div className="wrap page">
        <h1 className="vh">
          <Trans>This video did not load</Trans>
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

interface ShownProps {
  video: VideoDetail;
  part: VideoPart | undefined;
  player: RenderVideoPlayer;
  onRenew: () => void;
}

function Shown({ video, part, player, onRenew }: ShownProps) {
  const { name } = useBootstrap().settings.channel;
  const view = videoView(video, part);
  const { image, image_srcset, image_placeholder, preview, preview_srcset, preview_placeholder } = video.assets;
  return (
    <div className="watch-page vod-page">
      {view.kind === 'play' && part ? (
        <div className="watch" data-side={view.film.chapters.length > 0 || undefined}>
          {player({
            video,
            partId: part.id,
            url: view.film.url,
            storyboard: view.film.storyboard,
            chapters: view.film.chapters,
            title: [video.title, part.title].filter(Boolean).join(' · '),
            artist: name,
            poster: preview || image,
            posterSrcSet: preview ? preview_srcset : image_srcset,
            posterPlaceholder: preview ? preview_placeholder : image_placeholder,
            ads: advertised(video, part),
            onRenew,
          })}
        </div>
      ) : view.kind === 'locked' ? (
        <VideoLock video={video} by={view.by} />
      ) : (
        <VideoUnplayable video={video} view={view} />
      )}
      <VideoDetails video={video} part={part} titled={view.kind !== 'locked'} />
      <MoreVideos video={video} />
    </div>
  );
}
