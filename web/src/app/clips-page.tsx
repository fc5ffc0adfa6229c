import { useLingui } from '@lingui/react/macro';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ClipScope } from '#/features/clips/api';
import { ClipsPanel } from '#/features/clips/ui/clips-panel';
import { ProfileFrame } from '#/features/profile/profile-frame';
import { useTitle } from '#/lib/channel';

/** The user's clips and downloads; which of them stands in the address. */
export function ClipsPage() {
  const { t } = useLingui();
  const search: { scope?: unknown } = useSearch({ strict: false });
  const navigate = useNavigate();
  const scope: ClipScope = search.scope === 'downloads' ? 'downloads' : 'clips';
  const show = (next: ClipScope) =>
    void navigate({ href: next === 'clips' ? '/profile/clips' : '/profile/clips?scope=downloads', replace: true });
  useTitle(t`Clips`);
  return (
    <ProfileFrame title={t`Clips`}>
      <ClipsPanel scope={scope} onScope={show} />
    </ProfileFrame>
  );
}
