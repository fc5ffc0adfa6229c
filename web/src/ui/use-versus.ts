import { useLingui } from '@lingui/react/macro';

/** What stands between the names of two sides: `@` where the second is at home, else `vs`. */
export function useVersus(): string {
  const { t } = useLingui();
  return t`@`;
}
