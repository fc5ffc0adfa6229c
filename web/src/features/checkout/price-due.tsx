import { Trans, useLingui } from '@lingui/react/macro';
import type { Language } from '#/api/types';
import { amountText, type Priced, total } from '#/entities/price';
import { PriceTag } from '#/ui/price-tag';

/** A price for a reader who is about to pay: as the product states it, then the total with taxes. */
export function PriceDue({ of }: { of: Priced }) {
  const { i18n } = useLingui();
  const sum = amountText(total(of), of.currency, i18n.locale as Language);
  return (
    <span className="pricetag">
      <PriceTag of={of} />
      {(of.service_fee ?? 0) > 0 && (
        <small>
          <Trans>{sum} with taxes</Trans>
        </small>
      )}
    </span>
  );
}
