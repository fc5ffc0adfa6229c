import { SearchScreen } from '#/features/search/search-screen';
import { VideoCard } from '#/features/vod/ui/video-card';
import '#/features/vod/vod.css';

/** What the channel has for the words in the address. */
export function SearchPage({ typed }: { typed: string }) {
  return <SearchScreen typed={typed} VideoCard={VideoCard} />;
}
