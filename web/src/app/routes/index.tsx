import { createFileRoute } from '@tanstack/react-router';
import { homeEventsQuery } from '#/api/queries';
import { homeSearch } from '#/entities/home-search';
import { HomeScreen } from '#/features/home/home-screen';

export const Route = createFileRoute('/')({
  validateSearch: homeSearch,
  staticData: { kind: 'home' },
  // On the first page the server's painted hero stays until there is something to replace it with.
  loader: async ({ context }) => {
    const loading = context.client.prefetchQuery(homeEventsQuery());
    if (context.shown.path === null) await loading;
  },
  component: HomeRoute,
});

function HomeRoute() {
  return <HomeScreen search={Route.useSearch()} />;
}
