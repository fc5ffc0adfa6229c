import { useLingui } from '@lingui/react/macro';
import { useHasContent } from '#/lib/has-content';
import { Lost } from './lost';

/** An address that names a pass which is not, or no longer, on sale. */
export function PassNotFound() {
  const { t } = useLingui();
  const sells = useHasContent('/packages');
  return (
    <Lost
      title={t`Pass not found`}
      heading={t`Pass not found`}
      ways={[
        sells ? { href: '/packages', text: t`See what is on sale` } : { href: '/schedule', text: t`See the schedule` },
      ]}
    >
      {t`It may no longer be on sale.`}
    </Lost>
  );
}
