import { Trans } from '@lingui/react/macro';
import { Outlet, useMatches } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { Announcer } from '#/ui/announcer';
import { PopupHost } from '#/ui/popup';
import { ToastHost } from '#/ui/toast';
import { Header } from './header';
import { TabBar } from './tab-bar';
import { useRouteFocus } from './use-route-focus';

// Its games have to be asked for first, and its place is there meanwhile.
const Ticker = lazy(async () => ({ default: (await import('./ticker')).Ticker }));
// Nothing stands below it that its coming could move.
const Footer = lazy(async () => ({ default: (await import('./footer')).Footer }));

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
          <Suspense fallback={<div className="ticker" />}>
            <Ticker />
          </Suspense>
        )}
      </header>
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
      <Suspense>
        <Footer />
      </Suspense>
      <TabBar />
      <PopupHost />
      <ToastHost />
      <Announcer />
    </>
  );
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
