import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, useEffect, useState } from 'react';
import { searchQuery } from '#/api/search';
import type { Video } from '#/api/types';
import { searchText } from '#/entities/suggestion';
import { useTitle } from '#/lib/channel';
import { excerpt } from '#/lib/excerpt';
import { announce } from '#/ui/announcer';
import { buttonClass } from '#/ui/button';
import { AppLink } from '#/ui/link';
import { SearchField } from '#/ui/search/search-field';
import { CardSkeleton } from '#/ui/skeleton';
import { Empty, LoadError, useSlow } from '#/ui/states';
import { FoundKinds } from './found-kinds';
import './search-screen.css';

interface SearchScreenProps {
  /** As it stands in the address. */
  typed: string;
  VideoCard: ComponentType<{ video: Video }>;
}

/** All that a search finds, by kind: live games first. */
export function SearchScreen({ typed, VideoCard }: SearchScreenProps) {
  const { t } = useLingui();
  const text = searchText(typed);
  const short = excerpt(text);
  const heading = t({ message: 'Search', context: 'title' });
  useTitle(text ? t`Search: ${short}` : heading);
  return (
    <>
      <div className="wrap page results__top">
        <h1>{text ? <Trans>Results for “{short}”</Trans> : heading}</h1>
        <SearchField value={text || typed.trim()} floating focused={text === ''} />
      </div>
      {text ? <Results key={text} text={text} VideoCard={VideoCard} /> : <Hint tooShort={typed.trim() !== ''} />}
    </>
  );
}

function Hint({ tooShort }: { tooShort: boolean }) {
  return (
    <p className="wrap muted results__hint">
      {tooShort ? (
        <Trans>Type at least two letters.</Trans>
      ) : (
        <Trans>Find live games, replays, videos, teams, schools, sports and venues.</Trans>
      )}
    </p>
  );
}

/** How many of each kind come first, and once all are wanted. */
const first = 8;
const most = 100;

function Results({ text, VideoCard }: { text: string; VideoCard: SearchScreenProps['VideoCard'] }) {
  const [limit, setLimit] = useState(first);
  const { data, error, refetch } = useQuery(searchQuery(text, limit));
  const slow = useSlow(!data && !error);
  const total = data && Object.values(data).reduce((sum, { meta }) => sum + meta.total, 0);
  const count = plural(total ?? 0, { one: '# result', other: '# results' });
  useEffect(() => {
    if (total !== undefined) announce(count);
  }, [total, count]);
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />;
  if (!data) return slow ? <Waiting /> : <div className="wrap" aria-busy="true" />;
  if (total === 0) return <Nothing text={text} />;
  return <FoundKinds found={data} text={text} VideoCard={VideoCard} onAll={() => setLimit(most)} />;
}

function Waiting() {
  return (
    <div className="wrap grid" aria-busy="true">
      {Array.from({ length: 8 }, (_, i) => (
        <CardSkeleton key={i} />
      ))}
    </div>
  );
}

function Nothing({ text }: { text: string }) {
  const short = excerpt(text);
  return (
    <div className="wrap">
      <Empty
        title={<Trans>Nothing found for “{short}”</Trans>}
        action={
          <div className="acts">
            <AppLink className={buttonClass()} href="/schedule">
              <Trans>See the schedule</Trans>
            </AppLink>
            <AppLink className={buttonClass('line')} href="/vod">
              <Trans>Browse on demand</Trans>
            </AppLink>
          </div>
        }
      >
        <p>
          <Trans>Check the spelling, or try fewer words: a team, a school, a sport or a city.</Trans>
        </p>
      </Empty>
    </div>
  );
}
