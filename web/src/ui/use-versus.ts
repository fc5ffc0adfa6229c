import { useLingui } from '@lingui/react/macro';
import type { Versus } from '#/entities/event';

/** What stands between the names of two sides: `@` where the second is at home, else `vs`. */
export function useVersus(): Versus {
  const { t } = useLingui();
  return [t`@`, t`vs`];
}
