import { Trans } from '@lingui/react/macro';
import type { CSSProperties, ReactNode } from 'react';
import type { Origin } from '#/entities/wanted';
import { useUser } from '#/lib/session';
import { AddOnList } from './add-on-list';
import { FollowOrder } from './follow-order';
import { type Item, sumsOf } from './item';
import { ItemLines } from './item-lines';
import type { AddOnSelection, BuyProps } from './parts';
import { usePayForm } from './pay-form';
import { PayNow } from './pay-now';
import { RenewalNote } from './renewal-note';
import { Steps } from './steps';
import { Terms } from './terms';
import { TillPage } from './till-page';
import { useCoupon } from './use-coupon';
import { usePriced } from './use-priced';

export interface TillProps extends BuyProps {
  item: Item;
  /** The line under the heading. */
  subtitle: string;
  /** The card that shows the game, pass or subscription. */
  summary: ReactNode;
  /** A subscription has none. */
  addOns?: AddOnSelection;
  /** Other offers that include the same game. */
  alternatives?: ReactNode;
  /** The game or video to watch after the payment. */
  origin: Origin;
  style?: CSSProperties;
}

/** Shows the account step, the payment form, or the state of the order. The entered data stays when an order fails. */
export function Till({ item: listed, ...rest }: TillProps) {
  const props = { ...rest, item: usePriced(listed, rest.search.order === undefined) };
  const user = useUser();
  const form = usePayForm();
  const coupon = useCoupon(props.item);
  const { order } = props.search;
  if (!user) return <AccountStep {...props} />;
  if (order) return <FollowOrder {...props} order={order} />;
  return <PayNow {...props} form={form} coupon={coupon} />;
}

/** The visitor logs in or registers without leaving the checkout. The cart stays on the page and in the URL. */
function AccountStep({ item, subtitle, summary, addOns, alternatives, style, account }: TillProps) {
  return (
    <TillPage subtitle={subtitle} style={style}>
      <div className="till__two till__two--pay">
        <div className="stack-l">
          <Steps at={1} />
          <section aria-labelledby="account">
            <h2 className="h-sec" id="account">
              <Trans>Your account</Trans>
            </h2>
            {account}
          </section>
        </div>
        <aside className="panel till__sum">
          <ItemLines item={item} sums={sumsOf(item, null)} coupon={null} />
          <div>
            {item.subscription && <RenewalNote item={item} terms={item.subscription} />}
            <Terms />
          </div>
          {summary}
        </aside>
        <div className="stack-l">
          {addOns && <AddOnList addOns={addOns} />}
          {alternatives}
        </div>
      </div>
    </TillPage>
  );
}
