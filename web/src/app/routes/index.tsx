import type { QueryClient } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { type ComponentType, Suspense, useState } from 'react';
import { favouriteEventsQuery } from '#/api/favourite-events';
import { homeEventsQuery } from '#/api/queries';
import { homeSearch } from '#/entities/home-search';
import { HomeScreen } from '#/features/home/home-screen';
import { loadBelow } from '#/features/home/load-below';
import { favouritesAsked, useHasFavourites } from '#/lib/favourites';
import { lazy } from '#/lib/lazy';

/** Once it is loaded: what is lazy is drawn a moment after the rest, and would move it. */
let loadedRail: ComponentType | undefined;
const loadOwn = async () => {
  loadedRail = (await import('#/features/favourites/own-rail')).OwnRail;
  return { default: loadedRail };
};
const LazyRail = lazy(loadOwn);

export const Route = createFileRoute('/')({
  validateSearch: homeSearch,
  staticData: { kind: 'home', skeleton: 'home' },
  loaderDeps: ({ search }) => ({ isWhole: Object.keys(search).length === 0 }),
  loader: async ({ context, deps }) => {
    const loading = context.client.prefetchQuery(homeEventsQuery());
    const isFirst = context.shown.path === null;
    // On the first page the server's painted hero stays until there is something to replace it with. What is below the
    // first screen comes after it, unless this page may have been left further down.
    const own = deps.isWhole && prepareOwn(context.client, loading);
    await Promise.all([isFirst && loading, isFirst && own, (!isFirst || isRevisited()) && loadBelow()]);
  },
  component: HomeRoute,
});

function HomeRoute() {
  const [OwnRail] = useState(() => loadedRail ?? LazyRail);
  const own = useHasFavourites() && (
    <Suspense>
      <OwnRail />
    </Suspense>
  );
  return <HomeScreen search={Route.useSearch()} own={own} />;
}

/** How much longer than for the rest the first page waits for what is somebody's own. */
const patienceMs = 400;

/** Gets the events of favourites, which would move what they stand above if they came after it. */
async function prepareOwn(client: QueryClient, others: Promise<void>): Promise<void> {
  const asked = favouritesAsked();
  if (asked === null) return;
  const own = Promise.allSettled([loadOwn(), client.ensureQueryData(favouriteEventsQuery(asked))]);
  const late = others.then(() => new Promise((resolve) => setTimeout(resolve, patienceMs)));
  await Promise.race([own, late]);
}

function isRevisited(): boolean {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return entry?.type !== 'navigate';
}
