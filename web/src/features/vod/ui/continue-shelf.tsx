import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { get } from '#/api/client';
import type { Position, Video } from '#/api/types';
import { useUser } from '#/lib/session';
import { Rail } from '#/ui/rail';
import { VideoCard } from './video-card';

/** Those of the shown videos that a user has seen a part of, the latest first; nothing while there are none. */
export function ContinueShelf({ videos }: { videos: readonly Video[] }) {
  const user = useUser();
  const { data: positions = [] } = useQuery({
    queryKey: ['positions'],
    queryFn: ({ signal }) => get<Position[]>('/positions', undefined, { signal }),
    enabled: user !== null,
  });
  const left = positions
    .filter(({ type }) => type === 'vod')
    .flatMap(({ item_id }) => videos.find((video) => video.vod_media_items.some((part) => part.id === item_id)) ?? []);
  const begun = [...new Map(left.map((video) => [video.id, video])).values()];
  if (!user || begun.length === 0) return null;
  return (
    <Rail title={<Trans>Continue watching</Trans>} className="vod__rail">
      {begun.map((video) => (
        <li key={video.id}>
          <VideoCard video={video} />
        </li>
      ))}
    </Rail>
  );
}
