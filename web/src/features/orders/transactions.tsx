import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ordersQuery } from '#/api/orders';
import type { Order, Transaction } from '#/api/types';
import { Button } from '#/ui/button';
import { Skeleton } from '#/ui/skeleton';
import { Empty, LoadError, useSlow } from '#/ui/states';
import { Tag, type TagTone } from '#/ui/tag';
import { ToOffers } from '#/ui/to-offers';
import { useOrderTexts } from './labels';
import { OrderTag } from './order-tag';
import { ReceiptButton } from './receipt';
import './orders.css';

/** So many movements are shown at once. */
const PAGE = 20;

/** Every movement of the user's money, the latest first, each with its order. */
export function Transactions() {
  const [shown, setShown] = useState(PAGE);
  const { data, error, refetch, isPending } = useQuery(ordersQuery());
  const slow = useSlow(isPending);
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />;
  if (!data) return slow ? <Skeleton height={240} /> : null;
  const rows = rowsOf(data);
  const total = rows.length;
  if (total === 0) return <NoTransactions />;
  return (
    <>
      <Rows rows={rows.slice(0, shown)} />
      {total > shown && (
        <div className="acts">
          <Button look="line" onClick={() => setShown(shown + PAGE)}>
            <Trans>Show more</Trans>
          </Button>
          <span className="muted">
            <Trans>
              {shown} of {total}
            </Trans>
          </span>
        </div>
      )}
    </>
  );
}

function Rows({ rows }: { rows: readonly TransactionRow[] }) {
  const { t } = useLingui();
  return (
    <section className="tbl-wrap txs" tabIndex={0} aria-label={t`Transactions`}>
      <table className="tbl">
        <thead>
          <tr>
            <th scope="col">
              <Trans>Date</Trans>
            </th>
            <th scope="col">
              <Trans>Purchase</Trans>
            </th>
            <th scope="col">
              <Trans>Transaction</Trans>
            </th>
            <th scope="col">
              <Trans>Order</Trans>
            </th>
            <th scope="col" className="r">
              <Trans>Amount</Trans>
            </th>
            <th scope="col" className="r">
              <span className="vh">{t`Receipt`}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={`${row.order.id}-${row.transaction.id}`} {...row} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface TransactionRow {
  order: Order;
  transaction: Transaction;
}

function rowsOf(orders: readonly Order[]): TransactionRow[] {
  return orders
    .flatMap((order) => order.transactions.map((transaction) => ({ order, transaction })))
    .toSorted((a, b) => Date.parse(b.transaction.created_at) - Date.parse(a.transaction.created_at));
}

const tones: Record<Transaction['status'], TagTone> = { created: 'free', failed: 'warn', paid: 'own', refunded: 'off' };

function Row({ order, transaction }: TransactionRow) {
  const texts = useOrderTexts();
  const { status, amount, currency, created_at } = transaction;
  const game = texts.game(order);
  const period = texts.period(transaction);
  return (
    <tr>
      <td className="nowrap">{texts.day(created_at)}</td>
      <th scope="row">
        <b>{order.name}</b>
        {game && <span className="txs__k">{game}</span>}
        <span className="txs__k">
          {texts.kind(order)} · {transaction.receipt_number}
        </span>
        {period && <span className="txs__k">{period}</span>}
      </th>
      <td className="nowrap">
        <Tag tone={tones[status]}>{texts.transaction(transaction)}</Tag>
      </td>
      <td className="nowrap">
        <OrderTag order={order} />
      </td>
      <td className="r nowrap txs__sum">
        <b>
          {status === 'refunded' && '−'}
          {texts.amount(Math.abs(amount), currency)}
        </b>
      </td>
      <td className="r">
        {(status !== 'created' || transaction.about === 'refund') && (
          <ReceiptButton
            order={order}
            number={transaction.receipt_number}
            paid={status === 'paid' && transaction.about === 'payment' ? transaction : undefined}
          />
        )}
      </td>
    </tr>
  );
}

function NoTransactions() {
  return (
    <Empty
      title={<Trans>There are no transactions yet</Trans>}
      action={
        <ToOffers>
          <Trans>See what is on sale</Trans>
        </ToOffers>
      }
    >
      <p>
        <Trans>Your payments, refunds and receipts will appear here.</Trans>
      </p>
    </Empty>
  );
}
