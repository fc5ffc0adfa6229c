import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';
import { eventsQuery, homeEventsQuery, slidesQuery } from '#/api/queries';
import type { HomeEvents, Language } from '#/api/types';
import type { HomeSearch } from '#/entities/home-search';
import { labelled } from '#/entities/label';
import { useBootstrap, useTitle } from '#/lib/channel';
import { excerpt } from '#/lib/excerpt';
import { lazy } from '#/lib/lazy';
import { serverNow } from '#/lib/server-clock';
import { buttonClass } from '#/ui/button';
import { Empty, LoadError } from '#/ui/states';
import { EventRail } from './event-rail';
import { Hero } from './hero';
import { type HeroSlide, heroSlidesOf, missingEvents, type SlideTarget, slidesFor } from './hero-slides';
import { HomeSkeleton } from './home-skeleton';
import { loadBelow } from './load-below';
import { type Scope, useScope } from './scope';

const Below = lazy(async () => ({ default: (await loadBelow()).Below }));
const loadScope = () => import('./scope-head');
const ScopeHead = lazy(async () => ({ default: (await loadScope()).ScopeHead }));
const Unknown = lazy(async () => ({ default: (await loadScope()).Unknown }));

const lively = { refetchMs: 15_000, soonS: 15 * 60 };
const quietRefetchMs = 60_000;
/** Fewer live games than this leave a hole beside them, which what comes next fills. */
const fullRow = 4;

/** A home with a game on air, or about to be, is asked again sooner. */
function refetchEvery(home: HomeEvents | undefined): number {
  const starts = home?.upcoming[0]?.event_utc_ts ?? Number.POSITIVE_INFINITY;
  const soon = starts - serverNow() / 1000 < lively.soonS;
  return soon || (home && home.live.length > 0) ? lively.refetchMs : quietRefetchMs;
}

interface HomeScreenProps {
  search: HomeSearch;
  /** What of the channel concerns this person; before everything else of the whole home. */
  own?: ReactNode;
}

/** The channel's home, or that of one of its schools, teams or sports. */
export function HomeScreen({ search, own }: HomeScreenProps) {
  const { t, i18n } = useLingui();
  const scope = useScope(search);
  const { name, tagline } = useBootstrap().settings.channel;
  useTitle(scopeName(scope) ?? '');
  const home = useQuery({
    ...homeEventsQuery(filterOf(scope)),
    enabled: settled(scope),
    refetchInterval: ({ state }) => refetchEvery(state.data),
  });
  const skeleton = <HomeSkeleton label={t`Loading…`} hero={scope.kind === 'all'} />;
  if (scope.kind === 'unknown') {
    return (
      <Suspense fallback={skeleton}>
        <Unknown wanted={excerpt(scope.wanted)} />
      </Suspense>
    );
  }
  return (
    <Suspense fallback={skeleton}>
      {scope.kind === 'all' ? (
        <h1 className="vh">{labelled(i18n.locale as Language, name, tagline)}</h1>
      ) : (
        scope.kind !== 'loading' && <ScopeHead scope={scope} />
      )}
      {home.data ? (
        <div className={home.isPlaceholderData ? 'results--stale' : undefined}>
          <Content scope={scope} home={home.data} own={own} />
        </div>
      ) : home.error ? (
        <div className="wrap page">
          <LoadError error={home.error} onRetry={() => void home.refetch()} />
        </div>
      ) : (
        skeleton
      )}
    </Suspense>
  );
}

function Content({ scope, home, own }: { scope: Scope; home: HomeEvents; own: ReactNode }) {
  const { t } = useLingui();
  const target = targetOf(scope);
  const heroes = useHeroSlides(home, target);
  const search = filterOf(scope);
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
      {scope.kind === 'all' && own}
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
      <Suspense fallback={<div className="below-wait" aria-busy="true" />}>
        <Below home={home} search={search} tiles={scope.kind === 'all'} />
      </Suspense>
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
