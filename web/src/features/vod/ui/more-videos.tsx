import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { videosQuery } from '#/api/library';
import type { VideoDetail } from '#/api/types';
import { Rail } from '#/ui/rail';
import { VideoCard } from './video-card';

const SHOWN = 12;

/** Ways on: the newest videos of the same category, then of the whole library. */
export function MoreVideos({ video }: { video: VideoDetail }) {
  const alike = useQuery(videosQuery({ category: video.category.alias, limit: SHOWN + 1 }));
  const newest = useQuery(videosQuery({ limit: 2 * SHOWN }));
  const same = (alike.data?.data ?? []).filter((other) => other.id !== video.id).slice(0, SHOWN);
  const others = (newest.data?.data ?? []).filter((other) => other.category.id !== video.category.id).slice(0, SHOWN);
  return (
    <>
      {same.length > 0 && (
        <Rail title={<Trans>More like this</Trans>} className="vod__rail">
          {same.map((other) => (
            <li key={other.id}>
              <VideoCard video={other} />
            </li>
          ))}
        </Rail>
      )}
      {others.length > 0 && (
        <Rail title={<Trans>New in the library</Trans>} className="vod__rail">
          {others.map((other) => (
            <li key={other.id}>
              <VideoCard video={other} />
            </li>
          ))}
        </Rail>
      )}
    </>
  );
}
