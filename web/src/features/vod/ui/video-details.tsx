import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { Lock, Play } from 'lucide-react';
import type { VideoDetail, VideoPart } from '#/api/types';
import { ShareButton } from '#/ui/share-button';
import { useVideoLabels } from '../use-video-labels';
import { VideoTag } from './video-card';

interface DetailsProps {
  video: VideoDetail;
  part: VideoPart | undefined;
  /** False where the poster above already names the video. */
  titled: boolean;
}

/** What the video is, the operator's words about it, and its parts. */
export function VideoDetails({ video, part, titled }: DetailsProps) {
  const labels = useVideoLabels();
  const facts = [labels.date(video), labels.parts(video), labels.length(video.duration)].filter(Boolean);
  const several = video.vod_media_items.length > 1;
  return (
    <div className={several ? 'wrap vod-info vod-info--parts' : 'wrap vod-info'}>
      <div className="vod-info__about">
        {titled && (
          <>
            <p className="vod-info__s">
              <Link to="/vod_library" search={{ category: video.category.alias }} className="slug">
                {video.category.title}
              </Link>
              <span className="muted">{facts.join(' · ')}</span>
              <VideoTag video={video} />
            </p>
            <h1 className="vod-info__t">{video.title}</h1>
          </>
        )}
        {video.description && (
          // The server has cleaned the operator's HTML.
          <div className="about__t" dangerouslySetInnerHTML={{ __html: video.description }} />
        )}
        {titled && <ShareButton path={`/vod_library/${video.id}`} title={video.title} />}
      </div>
      {several && <Parts video={video} chosen={part} />}
    </div>
  );
}

/** The parts; choosing one changes the address and nothing else on the page. */
function Parts({ video, chosen }: { video: VideoDetail; chosen: VideoPart | undefined }) {
  const { t } = useLingui();
  const labels = useVideoLabels();
  return (
    <nav className="vod-parts" aria-label={t`Parts`}>
      <h2 className="h-sec">
        <Trans>Parts</Trans>
      </h2>
      <ol>
        {video.vod_media_items.map((part, index) => (
          <li key={part.id}>
            <Link
              to="/vod_library/$id"
              params={{ id: String(video.id) }}
              search={{ vod_id: part.id }}
              replace
              resetScroll={false}
              aria-current={part === chosen ? 'true' : undefined}
            >
              <span className="vod-parts__n" aria-hidden="true">
                {part === chosen ? (
                  video.has_access ? (
                    <Play className="i i-fill" />
                  ) : (
                    <Lock className="i" />
                  )
                ) : (
                  index + 1
                )}
              </span>
              <b>{part.title}</b>
              <span className="muted">{labels.length(part.duration)}</span>
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}
