import { createRootRouteWithContext, type ParsedLocation, redirect } from '@tanstack/react-router';
import { Layout } from '#/features/channel/layout';
import { loadTicker } from '#/features/channel/load-ticker';
import { rememberPage } from '#/lib/return-to';
import { session } from '#/lib/session';
import { checkNavigation, type NavigationResult } from '../guards';
import { ModalHost } from '../modal';
import type { AppContext } from '../router';
import { StepUpHost } from '../step-up-host';

export const Route = createRootRouteWithContext<AppContext>()({
  beforeLoad: ({ location, matches, context, cause, abortController }) => {
    // On its way while the page is; if it fails, drawing it says so.
    if (!matches.some(({ staticData }) => staticData.plain || staticData.withoutTicker)) {
      loadTicker().catch(() => undefined);
    }
    const verdict = checkNavigation({
      to: location.pathname,
      from: context.shown.path,
      user: session.getState().user,
      needsUser: matches.some((match) => match.staticData.auth === 'user'),
    });
    return cause === 'preload' ? undefined : obey(verdict, location, abortController.signal);
  },
  component: Root,
});

function Root() {
  return (
    <>
      <Layout />
      <ModalHost />
      <StepUpHost />
    </>
  );
}

async function obey(verdict: NavigationResult, location: ParsedLocation, superseded: AbortSignal): Promise<void> {
  if (verdict.kind === 'redirect') {
    if (verdict.to === '/login') rememberPage(location.href);
    const href = verdict.to === '/other-device' ? `${verdict.to}?to=${encodeURIComponent(location.href)}` : verdict.to;
    throw redirect({ href, replace: true });
  }
  if (verdict.kind === 'back') {
    history.back();
    // Going back starts another navigation, which takes this one's place.
    await new Promise((resolve) => superseded.addEventListener('abort', resolve));
  }
}
