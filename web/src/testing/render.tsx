import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { bootstrapQuery, seedFromBootstrap } from '#/api/queries';
import type { Bootstrap } from '#/api/types';
import { parseSearch, stringifySearch } from '#/lib/search';
import { aBootstrap } from './bootstrap';

interface ScreenOptions {
  /** Address the screen stands at. */
  at?: string;
  bootstrap?: Bootstrap;
  client?: QueryClient;
}

export function aClient(): QueryClient {
  return new QueryClient({ defaultOptions: { queries: { retry: false } } });
}

/** Renders a screen inside everything the app gives it. Every address shows the screen; `router` tells where it is. */
export async function renderScreen(
  screen: ReactNode,
  { at = '/', bootstrap = aBootstrap(), client = aClient() }: ScreenOptions = {},
) {
  client.setQueryData(bootstrapQuery().queryKey, bootstrap);
  seedFromBootstrap(client, bootstrap);
  const root = createRootRoute({ component: Outlet });
  const any = createRoute({ getParentRoute: () => root, path: '$', component: () => screen });
  const home = createRoute({ getParentRoute: () => root, path: '/', component: () => screen });
  const router = createRouter({
    routeTree: root.addChildren([home, any]),
    history: createMemoryHistory({ initialEntries: [at] }),
    parseSearch,
    stringifySearch,
  });
  await router.load();
  const view = render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={client}>
        {/* oxlint-disable-next-line typescript/no-unsafe-assignment: a test router, not the registered one */}
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </I18nProvider>,
  );
  return { ...view, client, router };
}
