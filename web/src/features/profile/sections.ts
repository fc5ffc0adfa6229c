import { useLingui } from '@lingui/react/macro';
import {
  Bell,
  Cast,
  type LucideIcon,
  MonitorSmartphone,
  Pencil,
  Receipt,
  Repeat,
  Scissors,
  ShieldCheck,
  Star,
  User,
} from 'lucide-react';
import { useBootstrap } from '#/lib/channel';

export interface Section {
  href: string;
  label: string;
  icon: LucideIcon;
}

/** The parts of an account, in the order in which people need them. */
export function useSections(): Section[] {
  const { t } = useLingui();
  // Devices are linked at the channel's own site, so that this is offered only where the channel has one.
  const linksElsewhere = useBootstrap().settings.auth.remote_auth === 1;
  return [
    { href: '/profile', label: t`Profile`, icon: User },
    { href: '/profile/subscriptions', label: t`Subscriptions`, icon: Repeat },
    { href: '/profile/transactions', label: t`Transactions`, icon: Receipt },
    { href: '/profile/clips', label: t`Clips`, icon: Scissors },
    { href: '/profile/edit', label: t`Edit`, icon: Pencil },
    { href: '/profile/favourites', label: t`Favourites`, icon: Star },
    { href: '/profile/sessions', label: t`Devices`, icon: MonitorSmartphone },
    ...(linksElsewhere ? [{ href: '/profile/sessions/add', label: t`Link a device`, icon: Cast }] : []),
    { href: '/profile/security', label: t`Security`, icon: ShieldCheck },
    { href: '/profile/notifications', label: t`Notifications`, icon: Bell },
  ];
}
