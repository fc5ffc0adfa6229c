import { useLingui } from '@lingui/react/macro';
import { type LucideIcon, Star, User } from 'lucide-react';

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
    { href: '/profile/favourites', label: t`Favourites`, icon: Star },
  ];
}
