import { Trans, useLingui } from '@lingui/react/macro';
import { Calendar, CirclePlay, House, Radio, User } from 'lucide-react';
import { useUser } from '#/lib/session';
import { AppLink } from '#/ui/link';

/** Shortcuts at the bottom of phones. */
export function TabBar() {
  const { t } = useLingui();
  const user = useUser();
  return (
    <nav className="tabbar" aria-label={t`Shortcuts`}>
      <AppLink href="/">
        <House className="i i-24" aria-hidden="true" />
        <Trans>Home</Trans>
      </AppLink>
      <AppLink href="/live">
        <Radio className="i i-24" aria-hidden="true" />
        <Trans context="menu">Live</Trans>
      </AppLink>
      <AppLink href="/schedule">
        <Calendar className="i i-24" aria-hidden="true" />
        <Trans>Schedule</Trans>
      </AppLink>
      <AppLink href="/vod">
        <CirclePlay className="i i-24" aria-hidden="true" />
        <Trans>On demand</Trans>
      </AppLink>
      <AppLink href={user ? '/profile' : '/login'}>
        <User className="i i-24" aria-hidden="true" />
        <Trans>You</Trans>
      </AppLink>
    </nav>
  );
}
