import { Link } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import { Suspense } from 'react';
import type { Video } from '#/api/types';
import { LazyPreview } from '#/ui/lazy-preview';
import { Tag } from '#/ui/tag';
import { useVideoLabels } from '../use-video-labels';
import { VideoPicture } from './video-picture';

interface CardProps {
  video: Video;
  /** Cards of the first screen load their picture at once. */
  eager?: boolean;
  /** Level of the title below the page's headings. */
  heading?: 'h2' | 'h3';
}

/** A video as a card; one link covers all of it. */
export function VideoCard({ video, eager = false, heading: Heading = 'h3' }: CardProps) {
  const labels = useVideoLabels();
  const [parts, length] = [labels.parts(video), labels.length(video.duration)];
  return (
    <article className="card vod-card">
      <div className="still">
        <VideoPicture
          video={video}
          sizes="(max-width: 640px) 92vw, 380px"
          loading={eager ? 'eager' : 'lazy'}
          decoding="async"
        />
        {video.media && (
          <Suspense>
            <LazyPreview video={video} />
          </Suspense>
        )}
        {parts && (
          <div className="still__bl">
            <span className="slug">{parts}</span>
          </div>
        )}
        {length && (
          <div className="still__br">
            <span className="slug">{length}</span>
          </div>
        )}
      </div>
      <div className="bug">
        <Heading>
          <Link className="card__hit" to="/vod_library/$id" params={{ id: String(video.id) }}>
            {video.title}
          </Link>
        </Heading>
      </div>
      <p className="card__meta">
        <span>{[video.category.title, labels.date(video)].filter(Boolean).join(' · ')}</span>
        <VideoTag video={video} />
      </p>
    </article>
  );
}

const tones = { free: 'free', own: 'own', login: 'free', paid: 'price', on_hold: 'warn', blocked: 'off' } as const;

/** The one thing that is said about access: it is free or yours, or what it takes. */
export function VideoTag({ video }: { video: Video }) {
  const { is, text } = useVideoLabels().access(video);
  return (
    <Tag tone={tones[is]}>
      {is === 'own' && <CircleCheck className="i i-16" aria-hidden="true" />}
      {text}
    </Tag>
  );
}
