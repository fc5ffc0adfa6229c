import { Trans } from '@lingui/react/macro';
import type { CSSProperties, ReactNode } from 'react';
import type { Order } from '#/api/types';
import { OnHoldNote } from '#/ui/on-hold';
import { TillPage } from './till-page';

interface OnHoldProps {
  subtitle: string;
  order: Order;
  /** What is not sold would be added to that order. */
  addOn?: boolean;
  summary: ReactNode;
  style?: CSSProperties;
}

/** Instead of the till: a bank disputes the payment of the order by which the user has bought this. */
export function OnHold({ subtitle, order, addOn, summary, style }: OnHoldProps) {
  return (
    <TillPage subtitle={subtitle} style={style}>
      <div className="till__two">
        <div className="till__own">
          <p className="till__say">
            <Trans>Your payment is under dispute</Trans>
          </p>
          <OnHoldNote order={order} addOn={addOn} />
        </div>
        <aside className="panel">{summary}</aside>
      </div>
    </TillPage>
  );
}
