import { Trans, useLingui } from '@lingui/react/macro';
import type { Discounted, Language } from '#/api/types';
import { PriceLines, type Sums } from '#/ui/price-lines';
import { useRenewalText } from '#/ui/renewal-text';
import { CouponText } from './coupon-text';
import { dueNow, type Item } from './item';

/** What is in the cart as lines that add up. */
export function ItemLines({ item, sums, coupon }: { item: Item; sums: Sums; coupon: Discounted | null }) {
  const { i18n } = useLingui();
  const every = useRenewalText();
  const { subscription } = item;
  const due = dueNow(item, sums);
  return (
    <PriceLines
      name={item.name}
      sums={sums}
      own={item.base_price}
      more={item.addOns}
      discount={coupon && <CouponText coupon={coupon} lang={i18n.locale as Language} />}
      every={subscription && (coupon ? <Trans>the first payment</Trans> : every(subscription.renewal))}
      today={due === sums.price ? undefined : { label: <Trans>To pay today</Trans>, amount: due }}
    />
  );
}
