import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useUser } from '#/lib/session';
import { Button, buttonClass } from '#/ui/button';
import { AppLink } from '#/ui/link';
import { Skeleton } from '#/ui/skeleton';
import { Empty, LoadError, useSlow } from '#/ui/states';
import { Tabs } from '#/ui/tabs';
import { type ClipScope, ownClipsQuery } from '../api';
import { ClipRow } from './clip-row';
import { GamesWithClips } from './games-with-clips';
import '../clips.css';

interface PanelProps {
  scope: ClipScope;
  onScope: (scope: ClipScope) => void;
}

const panelId = 'clips-panel';

/** The user's clips, and the clips they have loaded down. */
export function ClipsPanel({ scope, onScope }: PanelProps) {
  const { t } = useLingui();
  const count = useUser()?.featureCount;
  const names: Record<ClipScope, string> = { clips: t`Clips`, downloads: t`Downloads` };
  const tab = (key: ClipScope) => ({
    key,
    label: (
      <>
        {names[key]} {count && <sup>{count[key]}</sup>}
      </>
    ),
  });
  return (
    <section>
      <Tabs
        label={t`Clips and downloads`}
        items={[tab('clips'), tab('downloads')]}
        selected={scope}
        onSelect={(key) => onScope(key as ClipScope)}
        className="tabs"
        tabClassName="tab"
        panelId={panelId}
      />
      <div id={panelId} role="tabpanel" aria-label={names[scope]} tabIndex={-1}>
        <List scope={scope} />
      </div>
      <GamesWithClips />
    </section>
  );
}

function List({ scope }: { scope: ClipScope }) {
  const query = useInfiniteQuery(ownClipsQuery(scope));
  const { data, error, isPending, refetch } = query;
  const slow = useSlow(isPending);
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />;
  if (!data) return <div aria-busy="true">{slow && [0, 1, 2].map((row) => <RowSkeleton key={row} />)}</div>;
  const clips = data.pages.flatMap((page) => page.data);
  if (clips.length === 0) return scope === 'clips' ? <NoClips /> : <NoDownloads />;
  return (
    <>
      <ul className="clip-rows">
        {clips.map((clip) => (
          <ClipRow key={clip.id} clip={clip} />
        ))}
      </ul>
      {query.hasNextPage && (
        <Button look="line" block busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          <Trans>Show more</Trans>
        </Button>
      )}
    </>
  );
}

function RowSkeleton() {
  return (
    <div className="clip-row" aria-hidden="true">
      <Skeleton height={112} />
      <div className="stack">
        <Skeleton height={26} width="60%" />
        <Skeleton height={16} width="80%" />
      </div>
    </div>
  );
}

function NoClips() {
  return (
    <Empty
      title={<Trans>You have not made any clips yet</Trans>}
      action={
        <AppLink className={buttonClass()} href="/vod">
          <Trans>Browse on demand</Trans>
        </AppLink>
      }
    >
      <p>
        <Trans>Press Clip, or X, while you watch to name and share the last 30 seconds.</Trans>
      </p>
    </Empty>
  );
}

function NoDownloads() {
  return (
    <Empty title={<Trans>You have not downloaded any clips yet</Trans>}>
      <p>
        <Trans>Clips you download will appear here.</Trans>
      </p>
    </Empty>
  );
}
