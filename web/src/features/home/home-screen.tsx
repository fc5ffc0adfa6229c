import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { categoriesQuery, eventsQuery, homeEventsQuery, participantGroupsQuery, slidesQuery } from '#/api/queries';
import type { HomeEvents } from '#/api/types';
import { topSports } from '#/entities/category';
import type { EventSearch } from '#/entities/event-search';
import type { HomeSearch } from '#/entities/home-search';
import { useBootstrap, useTitle } from '#/lib/channel';
import { excerpt } from '#/lib/excerpt';
import { buttonClass } from '#/ui/button';
import { Empty, LoadError } from '#/ui/states';
import { ComingUp } from './coming-up';
import { EventRail } from './event-rail';
import { Hero } from './hero';
import { type HeroSlide, heroSlidesOf, missingEvents, type SlideTarget, slidesFor } from './hero-slides';
import { HomeSkeleton } from './home-skeleton';
import { Schools } from './schools';
import { type Scope, useScope } from './scope';
import { ScopeHead, WayOut } from './scope-head';
import { Sports } from './sports';
import './home.css';

const lively = { refetchMs: 15_000, soonS: 15 * 60 };
const quietRefetchMs = 60_000;
/** Fewer live games than this leave a hole beside them, which what comes next fills. */
const fullRow = 4;

/** A home with a game on air, or about to be, is asked again sooner. */
function refetchEvery(home: HomeEvents | undefined): number {
  const starts = home?.upcoming[0]?.event_utc_ts ?? Number.POSITIVE_INFINITY;
  const soon = starts - Date.now() / 1000 < lively.soonS;
  return soon || (home && home.live.length > 0) ? lively.refetchMs : quietRefetchMs;
}

/** The channel's home, or that of one of its schools, teams or sports. */
export function HomeScreen({ search }: { search: HomeSearch }) {
  const { t } = useLingui();
  const scope = useScope(search);
  const { name, tagline } = useBootstrap().settings.channel;
  useTitle(scopeName(scope) ?? '');
  const home = useQuery({
    ...homeEventsQuery(filterOf(scope)),
    enabled: settled(scope),
    refetchInterval: ({ state }) => refetchEvery(state.data),
  });
  if (scope.kind === 'unknown') return <Unknown wanted={excerpt(scope.wanted)} />;
  return (
    <>
      {scope.kind === 'all' && <h1 className="vh">{[name, tagline].filter(Boolean).join(': ')}</h1>}
      <ScopeHead scope={scope} />
      {home.data ? (
        <div className={home.isPlaceholderData ? 'results--stale' : undefined}>
          <Content scope={scope} home={home.data} />
        </div>
      ) : home.error ? (
        <div className="wrap page">
          <LoadError error={home.error} onRetry={() => void home.refetch()} />
        </div>
      ) : (
        <HomeSkeleton label={t`Loading…`} hero={scope.kind === 'all'} />
      )}
    </>
  );
}

function Content({ scope, home }: { scope: Scope; home: HomeEvents }) {
  const { t } = useLingui();
  const target = targetOf(scope);
  const heroes = useHeroSlides(home, target);
  const search: EventSearch = filterOf(scope);
  const filled = home.live.length > 0 && home.live.length < fullRow;
  const nothing = home.live.length + home.upcoming.length + home.on_demand.length === 0;
  return (
    <>
      <Hero slides={heroes} />
      {nothing && (
        <div className="wrap page">
          <Empty
            title={t`No games here yet`}
            action={
              <Link className={buttonClass('line', 'sm')} to="/schedule">
                <Trans>Full schedule</Trans>
              </Link>
            }
          />
        </div>
      )}
      <EventRail
        title={filled ? <Trans>Live now and next</Trans> : <Trans>Live now</Trans>}
        count={filled ? undefined : home.live.length}
        events={filled ? [...home.live, ...home.upcoming.slice(0, fullRow - home.live.length)] : home.live}
        eager
        more={
          <Link to="/live" search={search}>
            <Trans>All live games</Trans>
          </Link>
        }
      />
      <ComingUp first={home.upcoming} search={search} />
      <EventRail
        title={<Trans>On demand</Trans>}
        events={home.on_demand}
        more={
          <Link to="/vod" search={search}>
            <Trans>Whole library</Trans>
          </Link>
        }
      />
      {scope.kind === 'all' && <SportTiles live={home.live} />}
      <SportRails rails={home.rails.slice(0, 1)} search={search} />
      {scope.kind === 'all' && <SchoolTiles />}
      <SportRails rails={home.rails.slice(1)} search={search} />
    </>
  );
}

/** The slides with their events. A narrowed home without a slide or a live game of its own begins with its lists. */
function useHeroSlides(home: HomeEvents, target: SlideTarget): HeroSlide[] {
  const slides = slidesFor(useQuery(slidesQuery(target.type)).data ?? [], target);
  const missing = missingEvents(slides, home);
  const others = useQuery({ ...eventsQuery({ ids: missing.join(',') }), enabled: missing.length > 0 }).data?.data;
  if (target.type !== 'main' && slides.length === 0 && home.live.length === 0) return [];
  return heroSlidesOf(slides, home, missing.length > 0 ? others : []);
}

/** What comes next and what was last, by sport. */
function SportRails({ rails, search }: { rails: HomeEvents['rails']; search: EventSearch }) {
  return rails.map((rail) => (
    <EventRail
      key={rail.id}
      title={rail.title}
      events={rail.events}
      more={
        <Link to="/schedule" search={{ ...search, sport: rail.alias }}>
          <Trans>
            See all<span className="vh">: {rail.title}</span>
          </Trans>
        </Link>
      }
    />
  ));
}

function SportTiles({ live }: { live: HomeEvents['live'] }) {
  const { data } = useQuery(categoriesQuery());
  return <Sports sports={topSports(data ?? [])} live={live} />;
}

function SchoolTiles() {
  const { data } = useQuery(participantGroupsQuery());
  return <Schools schools={data ?? []} />;
}

function Unknown({ wanted }: { wanted: string }) {
  const { t } = useLingui();
  return (
    <div className="wrap page">
      <h1 className="page__h">{t`Not found`}</h1>
      <Empty title={t`“${wanted}” is not on this channel`} action={<WayOut />} />
    </div>
  );
}

function settled(scope: Scope): boolean {
  return scope.kind !== 'loading' && scope.kind !== 'unknown';
}

function scopeName(scope: Scope): string | null {
  switch (scope.kind) {
    case 'school':
      return scope.school.name;
    case 'team':
      return scope.team.name;
    case 'sport':
      return scope.sport.title;
    default:
      return null;
  }
}

function filterOf(scope: Scope): HomeSearch {
  switch (scope.kind) {
    case 'school':
      return { school: scope.school.alias };
    case 'team':
      return { team: scope.team.alias };
    case 'sport':
      return { sport: scope.sport.alias };
    default:
      return {};
  }
}

function targetOf(scope: Scope): SlideTarget {
  switch (scope.kind) {
    case 'school':
      return { type: 'group', id: scope.school.id };
    case 'team':
      return { type: 'participant', id: scope.team.id };
    case 'sport':
      return { type: 'category', id: scope.sport.id };
    default:
      return { type: 'main' };
  }
}
