import { Trans, useLingui } from '@lingui/react/macro';
import { Printer } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Order, Transaction } from '#/api/types';
import { useBootstrap } from '#/lib/channel';
import { useUser } from '#/lib/session';
import { Button } from '#/ui/button';
import { Dialog } from '#/ui/dialog';
import { DisputeNote } from './dispute-note';
import { useOrderTexts } from './labels';
import { OrderTag } from './order-tag';
import { RefundNote } from './refund-note';

interface ReceiptProps {
  order: Order;
  /** The payment that it is about, where there are several: a subscription is paid again and again. */
  paid?: Transaction | undefined;
  /** The receipt number of the payment that was made or refunded; the order's without one. */
  number?: string | undefined;
}

/** Opens the receipt of an order, or of one payment of it. */
export function ReceiptButton({ order, paid, number }: ReceiptProps) {
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
      {open && <Receipt order={order} paid={paid} number={number} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Everything about one order: what, when, how much, and each movement of money. */
function Receipt({ order, paid, number, onClose }: ReceiptProps & { onClose: () => void }) {
  const { t } = useLingui();
  const { name } = useBootstrap().settings.channel;
  const user = useUser();
  const texts = useOrderTexts();
  const { currency } = order;
  const paidAt = paid?.created_at ?? order.paid_at;
  const period = paid && texts.period(paid);
  const game = texts.game(order);
  const sum = sumOf(order, paid?.amount ?? order.amount);
  const amount = (minor: number) => texts.amount(minor, currency);
  return (
    <Dialog title={t`Receipt`} onClose={onClose} className="dialog printed">
      <div className="receipt">
        <p className="receipt__h">
          <b>{order.name}</b>
          <OrderTag order={order} />
        </p>
        <dl>
          {game && <Line label={<Trans>Game</Trans>}>{game}</Line>}
          <Line label={<Trans>Number</Trans>}>{number ?? order.receipt_number}</Line>
          <Line label={<Trans>Sold by</Trans>}>{name}</Line>
          {user && <Line label={<Trans>To</Trans>}>{user.email}</Line>}
          <Line label={<Trans>Ordered</Trans>}>{texts.day(order.created_at)}</Line>
          {paidAt && <Line label={<Trans>Paid</Trans>}>{texts.day(paidAt)}</Line>}
          {order.refunded_at && <Line label={<Trans>Refunded</Trans>}>{texts.day(order.refunded_at)}</Line>}
          {period ? (
            <Line label={<Trans>Period</Trans>}>{period}</Line>
          ) : (
            order.until && <Line label={<Trans>Valid until</Trans>}>{texts.lastDay(order.until)}</Line>
          )}
        </dl>
        <dl className="receipt__sum">
          {sum && <SumLines of={sum} taxes={order.taxes} amount={amount} />}
          <Line label={<Trans>Total</Trans>}>
            <b>{amount(paid ? paid.amount : order.amount)}</b>
          </Line>
        </dl>
        <DisputeNote order={order} />
        <RefundNote order={order} />
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

type Sum = Pick<Order, 'base_price' | 'service_fee' | 'discount'>;

/** What made up a payment: as ordered, or, for a renewal, without the discount of the first. Null where neither adds up. */
function sumOf({ base_price, service_fee, discount }: Order, amount: number): Sum | null {
  const sums = [discount, 0].map((off) => ({ base_price, service_fee, discount: off }));
  return sums.find((sum) => sum.base_price - sum.discount + sum.service_fee === amount) ?? null;
}

function SumLines({ of, taxes, amount }: { of: Sum; taxes: Order['taxes']; amount: (minor: number) => string }) {
  return (
    <>
      <Line label={<Trans>Price</Trans>}>{amount(of.base_price)}</Line>
      {of.discount > 0 && <Line label={<Trans>Discount</Trans>}>−{amount(of.discount)}</Line>}
      {taxes.length === 0 && <Line label={<Trans>Taxes</Trans>}>{amount(of.service_fee)}</Line>}
      {taxes.map((tax) => (
        <Line key={tax.name} label={tax.number ? `${tax.name} (${tax.number})` : tax.name}>
          {amount(tax.amount)}
        </Line>
      ))}
    </>
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
