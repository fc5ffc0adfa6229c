import { Trans, useLingui } from '@lingui/react/macro';
import type { Discounted, Language } from '#/api/types';
import { money } from '#/entities/price';
import type { Item, Sums } from './item';

/** The price as lines that add up. */
export function PriceLines({ item, sums, coupon }: { item: Item; sums: Sums; coupon: Discounted | null }) {
  const { i18n } = useLingui();
  const lang = i18n.locale as Language;
  const { currency } = sums;
  const [base, discount, taxes, total] = [sums.base_price, sums.discount, sums.service_fee, sums.price].map((amount) =>
    money(amount, currency, lang),
  );
  return (
    <dl className="paylines">
      <div>
        <dt>{item.name}</dt>
        <dd>{base}</dd>
      </div>
      {coupon && (
        <div className="paylines__cut">
          <dt>
            <CouponText coupon={coupon} lang={lang} />
          </dt>
          <dd>−{discount}</dd>
        </div>
      )}
      <div>
        <dt>
          <Trans>Taxes</Trans>
        </dt>
        <dd>{taxes}</dd>
      </div>
      <div className="paylines__sum">
        <dt>
          <Trans>Total</Trans> <span className="muted">{currency}</span>
        </dt>
        <dd>{total}</dd>
      </div>
    </dl>
  );
}

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
  const amount = money(coupon.discount, coupon.currency, lang);
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
