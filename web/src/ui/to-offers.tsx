import type { ReactNode } from 'react';
import { useHasContent } from '#/lib/has-content';
import { buttonClass } from './button';
import { AppLink } from './link';

/** The way to all that is on sale; none where the channel sells nothing. */
export function ToOffers({ children }: { children: ReactNode }) {
  if (!useHasContent('/packages')) return null;
  return (
    <AppLink className={buttonClass()} href="/packages">
      {children}
    </AppLink>
  );
}
