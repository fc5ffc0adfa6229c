import { Trans } from '@lingui/react/macro';
import { Outlet, useMatches } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useConsent } from '#/lib/consent';
import { lazy } from '#/lib/lazy';
import { useOffline } from '#/lib/offline';
import { Announcer } from '#/ui/announcer';
import { PopupHost } from '#/ui/popup';
import { ToastHost } from '#/ui/toast';
import { Header } from './header';
import { loadTicker } from './load-ticker';
import { TabBar } from './tab-bar';
import { useRouteFocus } from './use-route-focus';

// Its games have to be asked for first, and its place is there meanwhile.
const Ticker = lazy(async () => ({ default: (await loadTicker()).Ticker }));
// Nothing stands below it that its coming could move.
const Footer = lazy(async () => ({ default: (await import('./footer')).Footer }));
const ConsentBar = lazy(async () => ({ default: (await import('./consent-bar')).ConsentBar }));

/** What surrounds every page. */
export function Layout() {
  const plain = useMatches({ select: (matches) => matches.some((match) => match.staticData.plain) });
  const withoutTicker = useMatches({ select: (matches) => matches.some((match) => match.staticData.withoutTicker) });
  useRouteFocus();
  if (plain) return <Plain />;
  return (
    <>
      <a className="skip" href="#main">
        <Trans>Skip to content</Trans>
      </a>
      <header className="shell">
        <Header />
        {!withoutTicker && (
          <Suspense fallback={<div className="ticker" aria-busy="true" />}>
            <Ticker />
          </Suspense>
        )}
      </header>
      <OfflineBar />
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
      <Question />
      <Suspense fallback={<div aria-busy="true" />}>
        <Footer />
      </Suspense>
      <TabBar />
      <PopupHost />
      <ToastHost />
      <Announcer />
    </>
  );
}

/** Its code comes with the first page: without a connection nothing more can be loaded. */
function OfflineBar() {
  return useOffline() ? (
    <p className="offline" role="status">
      <Trans>You are offline. What’s already loaded stays here.</Trans>
    </p>
  ) : null;
}

/** Its code comes where there is something to ask. */
function Question() {
  return useConsent((state) => state.asking) ? (
    <Suspense>
      <ConsentBar />
    </Suspense>
  ) : null;
}

/** A page for a frame on another site. */
function Plain() {
  return (
    <>
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
      <PopupHost />
      <ToastHost />
      <Announcer />
    </>
  );
}
