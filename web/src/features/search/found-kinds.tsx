import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, Fragment, type ReactNode } from 'react';
import { categoriesQuery } from '#/api/queries';
import type { EventSummary, SearchFound, Video } from '#/api/types';
import { flat } from '#/entities/category';
import { EventCard } from '#/ui/card';
import { AppLink } from '#/ui/link';
import { Section } from '#/ui/rail';
import { PlaceTile, SchoolTile, SportTile, TeamTile } from '#/ui/tiles';

interface FoundKindsProps {
  found: SearchFound;
  text: string;
  VideoCard: ComponentType<{ video: Video }>;
  /** All of a kind are wanted that has no list of its own. */
  onAll: () => void;
}

/** Each kind that something was found of, with the way to all of it. */
export function FoundKinds({ found, text, VideoCard, onAll }: FoundKindsProps) {
  const { t } = useLingui();
  const { data: tree } = useQuery(categoriesQuery());
  const sports = flat(tree ?? []);
  const list = (path: string, name = 'search') => `${path}?${new URLSearchParams({ [name]: text })}`;
  const games = (title: ReactNode, of: SearchFound['live'], href: string) => (
    <Kind title={title} of={of} href={href} className="grid">
      {(event: EventSummary) => <EventCard event={event} />}
    </Kind>
  );
  return (
    <div className="results">
      {games(t`Live now`, found.live, list('/live'))}
      <Kind title={t`Teams`} of={found.participants} onAll={onAll} bare>
        {(team) => <TeamTile team={team} />}
      </Kind>
      <Kind title={t`Schools`} of={found.participant_groups} onAll={onAll} bare>
        {(school) => <SchoolTile school={school} />}
      </Kind>
      <Kind title={t`Sports`} of={found.event_categories} onAll={onAll} bare>
        {({ id }) => sports.filter((sport) => sport.id === id).map((sport) => <SportTile key={id} sport={sport} />)}
      </Kind>
      <Kind title={t`Venues`} of={found.event_locations} onAll={onAll} bare>
        {(place) => <PlaceTile place={place} />}
      </Kind>
      {games(t`Upcoming`, found.upcoming, list('/upcoming'))}
      {games(t`On demand`, found.on_demand, list('/vod'))}
      <Kind title={t`Videos`} of={found.videos} href={list('/vod_library', 'title')} className="grid">
        {(video) => <VideoCard video={video} />}
      </Kind>
    </div>
  );
}

interface KindProps<T> {
  title: ReactNode;
  of: { data: T[]; meta: { total: number } };
  /** The list of all of it. */
  href?: string;
  onAll?: () => void;
  className?: string;
  /** The items are list items already. */
  bare?: boolean;
  children: (item: T) => ReactNode;
}

function Kind<T extends { id: number }>({ title, of, href, onAll, className = 'tiles', bare, children }: KindProps<T>) {
  const { i18n } = useLingui();
  const { total } = of.meta;
  if (total === 0) return null;
  const count = i18n.number(total);
  const partly = of.data.length < total;
  return (
    <Section
      title={title}
      count={total}
      more={
        partly &&
        (href ? (
          <AppLink href={href}>
            <Trans>All {count}</Trans>
          </AppLink>
        ) : (
          <button type="button" className="more__b" onClick={onAll}>
            <Trans>Show all {count}</Trans>
          </button>
        ))
      }
    >
      <ul className={className}>
        {of.data.map((item) =>
          bare ? <Fragment key={item.id}>{children(item)}</Fragment> : <li key={item.id}>{children(item)}</li>,
        )}
      </ul>
    </Section>
  );
}
