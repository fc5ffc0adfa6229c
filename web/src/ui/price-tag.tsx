import { Trans, useLingui } from '@lingui/react/macro';
import type { Language } from '#/api/types';
import { type Priced, priceText } from '#/entities/price';
import './price-tag.css';

/** A price in a list: as the product states it, and that taxes are added to it. */
export function PriceTag({ of }: { of: Priced }) {
  const { i18n } = useLingui();
  return (
    <span className="pricetag">
      <b>{priceText(of, i18n.locale as Language)}</b>
      {(of.service_fee ?? 0) > 0 && (
        <small>
          <Trans>plus taxes</Trans>
        </small>
      )}
    </span>
  );
}
