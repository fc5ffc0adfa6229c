import { Trans } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { videosQuery } from '#/api/library';
import { positionsQuery } from '#/api/queries';
import { useUser } from '#/lib/session';
import { Rail } from '#/ui/rail';
import { VideoCard } from './video-card';

/** Of how many parts the videos are shown. */
const SHOWN = 24;

/** The videos of which a user has seen a part, the latest first; nothing while there are none. */
export function ContinueShelf() {
  const user = useUser();
  const { data: positions = [] } = useQuery({ ...positionsQuery(), enabled: user !== null });
  const parts = positions.filter(({ type }) => type === 'vod').map(({ item_id }) => item_id);
  const wanted = parts.slice(0, SHOWN);
  const { data: videos } = useQuery({
    ...videosQuery({ parts: wanted.join(','), limit: SHOWN }),
    enabled: user !== null && wanted.length > 0,
    placeholderData: keepPreviousData,
  });
  const left = wanted.flatMap(
    (id) => videos?.data.find((video) => video.vod_media_items.some((part) => part.id === id)) ?? [],
  );
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
