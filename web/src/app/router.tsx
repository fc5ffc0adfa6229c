import type { QueryClient } from '@tanstack/react-query';
import { type AnyRouter, createRouter } from '@tanstack/react-router';
import { recordPageView } from '#/lib/analytics';
import { lazy } from '#/lib/lazy';
import { type Params, rememberPage } from '#/lib/return-to';
import { parseSearch, stringifySearch } from '#/lib/search';
import { session } from '#/lib/session';
import { isRemembered } from './guards';
import { PendingScreen } from './pending';
import { routeTree } from './routeTree.gen';

// It comes after the first page, with the code that says that one is offline.
const RouteError = lazy(async () => ({ default: (await import('./route-error')).RouteError }));

/** What every route file may use in `beforeLoad` and `loader`. */
export interface AppContext {
  client: QueryClient;
  /** The page on screen; its path is null before the first one. */
  shown: { path: string | null };
}

export function createAppRouter(client: QueryClient) {
  const shown: AppContext['shown'] = { path: null };
  const router = createRouter({
    routeTree,
    context: { client, shown },
    parseSearch,
    stringifySearch,
    scrollRestoration: true,
    defaultPreload: 'intent',
    // React Query decides how fresh data is.
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 150,
    defaultPendingMinMs: 0,
    defaultPendingComponent: PendingScreen,
    defaultErrorComponent: RouteError,
  });
  router.subscribe('onResolved', ({ toLocation, pathChanged }) => {
    shown.path = toLocation.pathname;
    if (isRemembered(toLocation.pathname, session.getState().user)) {
      rememberPage(toLocation.href, shownParams(router));
    }
    if (pathChanged) recordPageView(toLocation.pathname);
  });
  // A session that ends while a page for users is open sends its reader to log in; somebody who enters with a temporary
  // password over an open page is held on profile edit.
  session.subscribe((now, before) => {
    const held = now.user?.temporary_password && !before.user?.temporary_password;
    if ((before.user && !now.user) || held) void router.invalidate();
  });
  return router;
}

/**
 * The parameters of the innermost route on screen. The router's own type is not used: it depends on this module, and
 * TypeScript then knows the parameters or not, by the order in which it reads files.
 */
const shownParams = ({ state }: AnyRouter) => state.matches.at(-1)?.params as Params | undefined;

export type AppRouter = ReturnType<typeof createAppRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
  interface StaticDataRouteOption {
    /** How the server answers the page: what it writes into the head, whether search engines may have it. */
    kind?:
      | 'home'
      | 'events'
      | 'event'
      | 'vod_library'
      | 'vod_item'
      | 'embed'
      | 'clip'
      | 'clip_embed'
      | 'page'
      | 'account'
      | 'faq'
      | 'offers'
      | 'offer'
      | 'form'
      | 'tool'
      | 'search'
      | 'not_found';
    /** What the server paints until the page can be shown: its outline, by the name of a template in internal/site. */
    skeleton?:
      | 'home'
      | 'cards'
      | 'offers'
      | 'questions'
      | 'text'
      | 'form'
      | 'split'
      | 'login'
      | 'registration'
      | 'notice'
      | 'account'
      | 'order'
      | 'product'
      | 'player'
      | 'frame'
      | 'screen'
      | 'message'
      | 'offline';
    /** `user`: visitors are sent to log in. */
    auth?: 'user';
    /** No today ticker under the header. */
    withoutTicker?: boolean;
    /** Nothing around the page: no header, no footer. */
    plain?: boolean;
  }
}
