import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Play } from 'lucide-react';
import { videoRailsQuery } from '#/api/queries';
import type { Video, VideoRail } from '#/api/types';
import { buttonClass } from '#/ui/button';
import { Rail } from '#/ui/rail';
import { CardSkeleton } from '#/ui/skeleton';
import { Empty, LoadError, useSlow } from '#/ui/states';
import { useVideoLabels } from '../use-video-labels';
import { ContinueShelf } from './continue-shelf';
import { VideoCard, VideoTag } from './video-card';
import { VideoPicture } from './video-picture';

/** The library as its operator arranged it: the first video of the first rail large, then the rails. */
export function Shelves() {
  const { data, error, refetch } = useQuery(videoRailsQuery());
  const slow = useSlow(!data && !error);
  if (error) return <LoadError error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting slow={slow} />;
  const rails = data.filter((rail) => rail.items.length > 0);
  const [first] = rails;
  if (!first?.items[0]) {
    return (
      <div className="wrap vod__found">
        <Empty title={<Trans>There are no videos here yet</Trans>} />
      </div>
    );
  }
  return (
    <>
      <Featured video={first.items[0]} />
      {rails.map((rail, index) => (
        <Shelf key={rail.id} rail={rail} eager={index === 0} />
      ))}
      <ContinueShelf />
    </>
  );
}

function Shelf({ rail, eager }: { rail: VideoRail; eager: boolean }) {
  return (
    <Rail title={rail.title} count={rail.items_count} className="vod__rail" auto>
      {rail.items.map((video) => (
        <li key={video.id}>
          <VideoCard video={video} eager={eager} />
        </li>
      ))}
    </Rail>
  );
}

function Featured({ video }: { video: Video }) {
  const labels = useVideoLabels();
  const facts = [labels.date(video), labels.parts(video), labels.length(video.duration)].filter(Boolean);
  return (
    <section className="feat" aria-labelledby="featured">
      <div className="feat__img">
        <VideoPicture video={video} wide sizes="100vw" fetchPriority="high" />
      </div>
      <div className="wrap feat__in">
        <p className="hero__status">
          <span className="slug">{video.category.title}</span>
          <span className="bits">{facts.join(' · ')}</span>
        </p>
        <h2 id="featured" className="feat__t">
          {video.title}
        </h2>
        <p className="feat__cta">
          <Link to="/vod_library/$id" params={{ id: String(video.id) }} className={buttonClass('primary', 'lg')}>
            <Play className="i i-fill" aria-hidden="true" />
            <Trans context="button">Watch</Trans>
          </Link>
          <VideoTag video={video} />
        </p>
      </div>
    </section>
  );
}

/** The page's geometry while the library is on its way. */
function Waiting({ slow }: { slow: boolean }) {
  return (
    <div aria-busy="true">
      <div className="feat feat--sk" />
      <div className="wrap sec vod__rail rail">
        {slow && Array.from({ length: 5 }, (_, i) => <CardSkeleton key={i} />)}
      </div>
    </div>
  );
}
