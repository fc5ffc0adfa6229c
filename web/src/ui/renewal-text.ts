import { useLingui } from '@lingui/react/macro';
import type { Renewal } from '#/entities/offer';

/** How often a subscription is paid; empty for what is paid once. */
export function useRenewalText(): (renewal: Renewal) => string {
  const { t } = useLingui();
  return (renewal) => ({ monthly: t`every 30 days`, annual: t`every 12 months`, none: '' })[renewal];
}
