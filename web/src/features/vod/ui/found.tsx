import { plural } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { videoSearchQuery } from '#/api/library';
import type { LibrarySearch } from '#/entities/video-search';
import { excerpt } from '#/lib/excerpt';
import { announce } from '#/ui/announcer';
import { Button } from '#/ui/button';
import { CardSkeleton } from '#/ui/skeleton';
import { Empty, LoadError, useSlow } from '#/ui/states';
import { VideoCard } from './video-card';

const PAGE = 24;
/** The most that one answer holds. */
const MOST = 100;

interface FoundProps {
  search: LibrarySearch;
  onSearch: (search: LibrarySearch) => void;
}

/** What a search or a category finds, the newest first. Earlier results stay, dimmed, until the new ones come. */
export function Found({ search, onSearch }: FoundProps) {
  const [limit, setLimit] = useState(PAGE);
  const { data, error, isPlaceholderData, refetch } = useQuery(videoSearchQuery({ ...search, limit }));
  const slow = useSlow(!data && !error);
  const total = data?.meta.total ?? 0;
  const count = plural(total, { one: '# video', other: '# videos' });
  const settled = data !== undefined && !isPlaceholderData;
  useEffect(() => {
    if (settled) announce(count);
  }, [settled, count]);
  if (error) return <LoadError error={error} onRetry={() => void refetch()} />;
  if (!data) return slow ? <Waiting /> : <div className="wrap vod__found" aria-busy="true" />;
  if (total === 0 && !isPlaceholderData) return <Nothing search={search} onSearch={onSearch} />;
  return (
    <div className={isPlaceholderData ? 'wrap vod__found vod__found--stale' : 'wrap vod__found'}>
      <p className="muted vod__count">{count}</p>
      <ul className="grid">
        {data.data.map((video, index) => (
          <li key={video.id}>
            <VideoCard video={video} eager={index < 8} heading="h2" />
          </li>
        ))}
      </ul>
      {data.data.length < Math.min(total, MOST) && (
        <Button look="line" className="vod__more" onClick={() => setLimit(Math.min(limit + PAGE, MOST))}>
          <Trans>Show more</Trans>
        </Button>
      )}
    </div>
  );
}

function Waiting() {
  return (
    <div className="wrap vod__found" aria-busy="true">
      <p className="vod__count" />
      <div className="grid">
        {Array.from({ length: 8 }, (_, i) => (
          <CardSkeleton key={i} />
        ))}
      </div>
    </div>
  );
}

/** Says what is missing; the category is what most often stands in the way. */
function Nothing({ search, onSearch }: FoundProps) {
  const title = excerpt(search.title ?? '');
  const everywhere = search.title && search.category;
  return (
    <div className="wrap vod__found">
      <Empty
        title={title ? <Trans>No videos found for “{title}”</Trans> : <Trans>There are no videos here yet</Trans>}
        action={
          <Button look="line" onClick={() => onSearch(everywhere && search.title ? { title: search.title } : {})}>
            {everywhere ? <Trans>Search all categories</Trans> : <Trans>Show the whole library</Trans>}
          </Button>
        }
      >
        <p>
          <Trans>Search matches the start of words in titles, in both languages.</Trans>
        </p>
      </Empty>
    </div>
  );
}
