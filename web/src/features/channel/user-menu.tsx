import { Trans, useLingui } from '@lingui/react/macro';
import { LogOut, Star, User } from 'lucide-react';
import type { Profile } from '#/api/types';
import { useLogOut } from '#/lib/log-out';
import { AppLink } from '#/ui/link';
import { Popover } from '#/ui/popover';
import { SpoilerSwitch } from './spoiler-switch';

export function UserMenu({ user }: { user: Profile }) {
  const { t } = useLingui();
  const logOut = useLogOut();
  const short = initials(user);
  return (
    <Popover
      className="ib"
      label={t`Your account, ${short}`}
      align="end"
      panelClassName="pop--account"
      trigger={<span className="avatar">{short}</span>}
    >
      <p>
        <b>
          {user.first_name} {user.last_name}
        </b>
        <span>{user.email}</span>
      </p>
      <AppLink className="pop__a" href="/profile">
        <User className="i" aria-hidden="true" />
        <Trans>Profile</Trans>
      </AppLink>
      <AppLink className="pop__a" href="/profile/favourites">
        <Star className="i" aria-hidden="true" />
        <Trans>My favourites</Trans>
      </AppLink>
      <SpoilerSwitch className="pop__a" named />
      <button type="button" className="pop__a" onClick={() => void logOut()}>
        <LogOut className="i" aria-hidden="true" />
        <Trans>Log out</Trans>
      </button>
    </Popover>
  );
}

function initials(user: Profile): string {
  const letters = `${user.first_name.charAt(0)}${user.last_name.charAt(0)}` || user.email.charAt(0);
  return letters.toUpperCase();
}
