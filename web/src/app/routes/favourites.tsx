import { Trans, useLingui } from '@lingui/react/macro';
import { createFileRoute, redirect } from '@tanstack/react-router';
import { Manage } from '#/features/favourites/manage';
import { useTitle } from '#/lib/channel';
import { loadTexts } from '#/lib/i18n';
import { session } from '#/lib/session';

export const Route = createFileRoute('/favourites')({
  staticData: { kind: 'account', skeleton: 'cards', withoutTicker: true },
  beforeLoad: () => {
    if (session.getState().user) throw redirect({ to: '/profile/favourites', replace: true });
  },
  loader: () => loadTexts('account'),
  component: FavouritesRoute,
});

/** The favourites of a visitor, kept in this browser. */
function FavouritesRoute() {
  const { t } = useLingui();
  useTitle(t`My favourites`);
  return (
    <div className="wrap page">
      <div className="page__h">
        <h1>
          <Trans>My favourites</Trans>
        </h1>
      </div>
      <Manage />
    </div>
  );
}
