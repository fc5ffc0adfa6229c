import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { statusOf } from '#/api/failure';
import { orderQuery } from '#/api/orders';
import type { Order } from '#/api/types';
import { eventIdOf, isSettled, purchaseValue } from '#/entities/order';
import type { Origin } from '#/entities/wanted';
import { outerTrk } from '#/lib/analytics';
import { bus } from '#/lib/bus';
import { refreshAccess, renewData, restoreSession, useUser } from '#/lib/session';
import { Button, buttonClass } from '#/ui/button';
import { useFailureText } from '#/ui/failure-text';
import { AppLink } from '#/ui/link';
import { openPopup } from '#/ui/popup';
import { TicketNote } from '#/ui/ticket/ticket-note';
import { Challenge } from './challenge';
import { takeMade } from './made-here';
import type { BuyProps } from './parts';
import { PassReady } from './pass-ready';
import { forgetPending } from './pending';
import { Stages } from './stages';
import { Steps } from './steps';
import { tellBought } from './tell-bought';
import { TillPage } from './till-page';
import { usePaidText } from './use-paid-text';

/** How often the server is asked (specification, section 9). */
const everyMs = 2_000;

interface FollowOrderProps extends Pick<BuyProps, 'account' | 'passOf' | 'subscriptionOf' | 'onOrder'> {
  /** From the address, so that it outlives a reload. */
  order: number;
  /** What is watched with it once it is paid for. */
  origin?: Origin;
}

const nowhere: Origin = {};

/** An order on its way: its stages, what the bank wants, and what came of it. */
export function FollowOrder(props: FollowOrderProps) {
  const user = useUser();
  if (!user) {
    return (
      <TillPage subtitle={<Trans>Log in to see your order.</Trans>}>
        <div className="till__alone">{props.account}</div>
      </TillPage>
    );
  }
  return <Following {...props} />;
}

function Following({ order: id, origin = nowhere, passOf, subscriptionOf, onOrder }: FollowOrderProps) {
  const { data, error, refetch, isFetching } = useQuery({
    ...orderQuery(id),
    refetchInterval: ({ state }) =>
      state.status === 'error' || (state.data && isSettled(state.data)) ? false : everyMs,
    refetchIntervalInBackground: true,
  });
  const settled = useOutcome(data, onOrder);
  if (data?.status === 'paid' && data.type !== 'event') {
    const product = (data.type === 'subscription' ? subscriptionOf(data.product.id) : passOf(data.product.id, {}))
      ?.product;
    return <PassReady order={data} product={product} origin={origin} ready={settled} />;
  }
  return (
    <TillPage subtitle={data?.name}>
      <div className="till__alone">
        <Steps at={data?.status === 'paid' ? 3 : 2} />
        {error ? (
          <Unknown
            error={error}
            order={data}
            busy={isFetching}
            onAgain={() => void refetch()}
            onBack={() => onOrder(undefined)}
          />
        ) : (
          <Stages order={data} />
        )}
        {data?.stage === 'action_required' && !error && (
          <Challenge order={data} onAnswer={() => void refetch()} onBack={() => onOrder(undefined)} />
        )}
      </div>
    </TillPage>
  );
}

/** Does once what an order's outcome asks for. True when everything that depends on access has been asked anew. */
function useOutcome(order: Order | undefined, onOrder: (id: undefined) => void): boolean {
  const client = useQueryClient();
  const router = useRouter();
  const tell = useFailedPopup();
  const { t } = useLingui();
  const paidText = usePaidText();
  const done = useRef<number | null>(null);
  const status = order?.status;
  useEffect(() => {
    if (!order || !isSettled(order) || done.current === order.id) return;
    done.current = order.id;
    const bySelf = takeMade(order.id);
    forgetPending();
    if (order.status === 'paid') {
      if (bySelf) record(order);
      renewData(client);
      // A trial is told by the profile; what any other purchase lets its buyer do, by the access alone.
      void (order.type === 'subscription' ? restoreSession() : refreshAccess());
      const event = eventIdOf(order);
      if (event) {
        const { name } = order;
        if (bySelf) tellBought(t`${name} is yours`, paidText(order));
        void router.navigate({ to: '/watch/$id', params: { id: String(event) }, replace: true });
      }
      return;
    }
    void tell(order).then(() => onOrder(undefined));
  }, [order, client, router, tell, onOrder, t, paidText]);
  return status === 'paid';
}

function record(order: Order): void {
  const { id, type, currency, product } = order;
  const event = eventIdOf(order);
  const extras = {
    order: id,
    type,
    product: product.id,
    ...(event && { event }),
    currency,
    value: purchaseValue(order),
    trk: outerTrk(),
  };
  bus.emit('record', { event: 'purchase', extras });
}

/** The popup of a failed order. It resolves once it is closed, in whichever way. */
function useFailedPopup() {
  const { t } = useLingui();
  return (order: Order) =>
    openPopup(
      order.status === 'refunded'
        ? {
            title: t`This order was refunded`,
            body: <TicketNote order={order} cancelled links={false} />,
            ok: t`See the details`,
            cancel: null,
          }
        : {
            title: t`The payment did not go through`,
            body: <p>{order.failure?.message || t`Nothing was charged. Please try another card.`}</p>,
            ok: t`Back to payment`,
            cancel: null,
          },
    ).catch(() => undefined);
}

interface UnknownProps {
  error: unknown;
  order: Order | undefined;
  busy: boolean;
  onAgain: () => void;
  onBack: () => void;
}

/** Nobody could tell how the order stands. It is safe, and can be asked about again. */
function Unknown({ error, order, busy, onAgain, onBack }: UnknownProps) {
  const failureText = useFailureText();
  const gone = statusOf(error) === 404 && !order;
  return (
    <div className="till__closed" role="alert">
      <h2 className="h-sec">{gone ? <Trans>Order not found</Trans> : <Trans>We couldn’t check your order</Trans>}</h2>
      <p>{failureText(error)}</p>
      {!gone && (
        <p className="muted">
          <Trans>Your order is safe. You won’t be charged twice, and you can open this page again at any time.</Trans>
        </p>
      )}
      <div className="acts">
        {gone ? (
          <Button onClick={onBack}>
            <Trans>Back to payment</Trans>
          </Button>
        ) : (
          <Button busy={busy} onClick={onAgain}>
            <Trans>Check again</Trans>
          </Button>
        )}
        <AppLink className={buttonClass('line')} href="/profile/transactions">
          <Trans>Your transactions</Trans>
        </AppLink>
      </div>
    </div>
  );
}
