import { createFileRoute } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { homeEventsQuery } from '#/api/queries';
import { homeSearch } from '#/entities/home-search';
import { HomeScreen } from '#/features/home/home-screen';
import { loadBelow } from '#/features/home/load-below';
import { useHasFavourites } from '#/lib/favourites';

const loadOwn = () => import('#/features/favourites/own-rail');
const OwnRail = lazy(async () => ({ default: (await loadOwn()).OwnRail }));

export const Route = createFileRoute('/')({
  validateSearch: homeSearch,
  staticData: { kind: 'home' },
  loader: async ({ context }) => {
    const loading = context.client.prefetchQuery(homeEventsQuery());
    const isFirst = context.shown.path === null;
    // On the first page the server's painted hero stays until there is something to replace it with. What is below the
    // first screen comes after it, unless this page may have been left further down.
    await Promise.all([isFirst && loading, (!isFirst || isRevisited()) && loadBelow()]);
  },
  component: HomeRoute,
});

function HomeRoute() {
  const own = useHasFavourites() && (
    <Suspense>
      <OwnRail />
    </Suspense>
  );
  return <HomeScreen search={Route.useSearch()} own={own} />;
}

function isRevisited(): boolean {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return entry?.type !== 'navigate';
}
