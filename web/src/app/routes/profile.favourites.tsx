import { useLingui } from '@lingui/react/macro';
import { createFileRoute } from '@tanstack/react-router';
import { Manage } from '#/features/favourites/manage';
import { ProfileFrame } from '#/features/profile/profile-frame';
import { useTitle } from '#/lib/channel';
import { loadTexts } from '#/lib/i18n';

export const Route = createFileRoute('/profile/favourites')({
  staticData: { kind: 'account', skeleton: 'account', auth: 'user', withoutTicker: true },
  loader: () => loadTexts('account'),
  component: ProfileFavouritesRoute,
});

function ProfileFavouritesRoute() {
  const { t } = useLingui();
  useTitle(t`My favourites`);
  return (
    <ProfileFrame title={t`My favourites`}>
      <Manage />
    </ProfileFrame>
  );
}
