import { Trans } from '@lingui/react/macro';
import type { Discounted, Language } from '#/api/types';
import { amountText } from '#/entities/price';

/** `SAVE10, 10% off`. */
export function CouponText({ coupon, lang }: { coupon: Discounted; lang: Language }) {
  const { code } = coupon;
  if (coupon.percent_off > 0) {
    const percent = percentText(coupon.percent_off, lang);
    return (
      <Trans>
        {code}, {percent} off
      </Trans>
    );
  }
  const amount = amountText(coupon.discount, coupon.currency, lang);
  return (
    <Trans>
      {code}, {amount} off
    </Trans>
  );
}

/** `10%` or `12.5%`; French has a space before the sign. */
function percentText(percent: number, lang: Language): string {
  return new Intl.NumberFormat(`${lang}-CA`, { style: 'percent', maximumFractionDigits: 2 }).format(percent / 100);
}
