import { useLingui } from '@lingui/react/macro';
import {
  Bell,
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

export interface Section {
  href: string;
  label: string;
  icon: LucideIcon;
}

/** The parts of an account, in the order in which people need them. */
export function useSections(): Section[] {
  const { t } = useLingui();
  return [
    { href: '/profile', label: t`Profile`, icon: User },
    { href: '/profile/subscriptions', label: t`Subscriptions`, icon: Repeat },
    { href: '/profile/transactions', label: t`Transactions`, icon: Receipt },
    { href: '/profile/clips', label: t`Clips`, icon: Scissors },
    { href: '/profile/edit', label: t`Edit`, icon: Pencil },
    { href: '/profile/favourites', label: t`Favourites`, icon: Star },
    { href: '/profile/sessions', label: t`Devices`, icon: MonitorSmartphone },
    { href: '/profile/security', label: t`Security`, icon: ShieldCheck },
    { href: '/profile/notifications', label: t`Notifications`, icon: Bell },
  ];
}
