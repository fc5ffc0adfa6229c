import { createFileRoute } from '@tanstack/react-router';
import { homeEventsQuery } from '#/api/queries';
import { homeSearch } from '#/entities/home-search';
import { HomeScreen } from '#/features/home/home-screen';
import { loadBelow } from '#/features/home/load-below';

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
  return <HomeScreen search={Route.useSearch()} />;
}

function isRevisited(): boolean {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return entry?.type !== 'navigate';
}
