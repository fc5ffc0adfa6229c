import { Trans } from '@lingui/react/macro';
import { Outlet, useMatches } from '@tanstack/react-router';
import { Announcer } from '#/ui/announcer';
import { PopupHost } from '#/ui/popup';
import { ToastHost } from '#/ui/toast';
import { Footer } from './footer';
import { Header } from './header';
import { TabBar } from './tab-bar';
import { Ticker } from './ticker';
import { useRouteFocus } from './use-route-focus';

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
        {!withoutTicker && <Ticker />}
      </header>
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
      <Footer />
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
