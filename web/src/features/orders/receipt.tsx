import { Trans, useLingui } from '@lingui/react/macro';
import { Printer } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Order } from '#/api/types';
import { useBootstrap } from '#/lib/channel';
import { useUser } from '#/lib/session';
import { Button } from '#/ui/button';
import { Dialog } from '#/ui/dialog';
import { useOrderTexts } from './labels';
import { OrderTag } from './order-tag';

/** Opens the receipt of an order. */
export function ReceiptButton({ order }: { order: Order }) {
  const { name } = order;
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button look="line" size="sm" onClick={() => setOpen(true)}>
        <span>
          <Trans>
            Receipt <span className="vh">{name}</span>
          </Trans>
        </span>
      </Button>
      {open && <Receipt order={order} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Everything about one order: what, when, how much, and each movement of money. */
function Receipt({ order, onClose }: { order: Order; onClose: () => void }) {
  const { t } = useLingui();
  const { name } = useBootstrap().settings.channel;
  const user = useUser();
  const texts = useOrderTexts();
  const { currency } = order;
  const amount = (minor: number) => texts.amount(minor, currency);
  return (
    <Dialog title={t`Receipt`} onClose={onClose}>
      <div className="receipt">
        <p className="receipt__h">
          <b>{order.name}</b>
          <OrderTag order={order} />
        </p>
        <dl>
          <Line label={<Trans>Number</Trans>}>{order.receipt_number}</Line>
          <Line label={<Trans>Sold by</Trans>}>{name}</Line>
          {user && <Line label={<Trans>To</Trans>}>{user.email}</Line>}
          <Line label={<Trans>Ordered</Trans>}>{texts.day(order.created_at)}</Line>
          {order.paid_at && <Line label={<Trans>Paid</Trans>}>{texts.day(order.paid_at)}</Line>}
          {order.refunded_at && <Line label={<Trans>Refunded</Trans>}>{texts.day(order.refunded_at)}</Line>}
          {order.until && <Line label={<Trans>Lasts until</Trans>}>{texts.day(order.until)}</Line>}
        </dl>
        <dl className="receipt__sum">
          <Line label={<Trans>Price</Trans>}>{amount(order.base_price)}</Line>
          {order.discount > 0 && <Line label={<Trans>Discount</Trans>}>−{amount(order.discount)}</Line>}
          <Line label={<Trans>Taxes</Trans>}>{amount(order.service_fee)}</Line>
          <Line label={<Trans>Total {currency}</Trans>}>
            <b>{amount(order.amount)}</b>
          </Line>
        </dl>
        {order.failure && <p className="muted">{order.failure.message}</p>}
        <div className="acts">
          <Button look="line" onClick={() => window.print()}>
            <Printer className="i" aria-hidden="true" />
            <Trans>Print</Trans>
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

function Line({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
