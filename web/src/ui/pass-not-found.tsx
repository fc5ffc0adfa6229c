import { useLingui } from '@lingui/react/macro';
import { Lost } from './lost';

/** An address that names a pass which is not, or no longer, on sale. */
export function PassNotFound() {
  const { t } = useLingui();
  return (
    <Lost
      title={t`Pass not found`}
      heading={t`Pass not found`}
      ways={[{ href: '/packages', text: t`See what is on sale` }]}
    >
      {t`It may no longer be on sale.`}
    </Lost>
  );
}
