import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Play, Ticket } from 'lucide-react';
import { ordersQuery } from '#/api/orders';
import type { Language, Order } from '#/api/types';
import { againHref, isCurrent, isOnHold, orderAnchor, watchHref } from '#/entities/order';
import { longDateText, timeText } from '#/entities/time';
import { eventZone, viewerZone } from '#/entities/zones';
import { buttonClass } from '#/ui/button';
import { AppLink } from '#/ui/link';
import { Skeleton } from '#/ui/skeleton';
import { Empty, LoadError, useSlow } from '#/ui/states';
import { TicketNote } from '#/ui/ticket/ticket-note';
import { ToOffers } from '#/ui/to-offers';
import { DisputeNote } from './dispute-note';
import { useOrderTexts } from './labels';
import { OrderTag } from './order-tag';
import { ReceiptButton } from './receipt';
import { useAnchor } from './use-anchor';
import './orders.css';

/** What the user holds now, each with the way to it. */
export function ActiveOrders() {
  const { data, error, refetch, isPending } = useQuery(ordersQuery());
  const slow = useSlow(isPending);
  const current = data?.filter(isCurrent) ?? [];
  return (
    <section aria-labelledby="orders">
      <div className="orders__h">
        <h2 className="h-sec" id="orders">
          <Trans>Your orders</Trans>
        </h2>
        {data && data.length > 0 && (
          <AppLink className="link" href="/profile/transactions">
            <Trans>All transactions</Trans>
          </AppLink>
        )}
      </div>
      {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {slow && <Skeleton height={120} />}
      {data && current.length === 0 && <NoOrders had={data.length > 0} />}
      {current.length > 0 && (
        <ul className="orders">
          {current.map((order) => (
            <OrderRow key={order.id} order={order} />
          ))}
        </ul>
      )}
    </section>
  );
}

function NoOrders({ had }: { had: boolean }) {
  return (
    <Empty
      title={had ? <Trans>Nothing is active right now</Trans> : <Trans>You have not bought anything yet</Trans>}
      action={
        <div className="acts">
          <ToOffers>
            <Trans>See what is on sale</Trans>
          </ToOffers>
          <AppLink className={buttonClass('line')} href="/schedule">
            <Trans>See the schedule</Trans>
          </AppLink>
        </div>
      }
    >
      <p>
        <Trans>Your purchases will appear here</Trans>
      </p>
    </Empty>
  );
}

function OrderRow({ order }: { order: Order }) {
  const texts = useOrderTexts();
  const about = useAbout();
  const row = useAnchor<HTMLLIElement>(orderAnchor(order.id));
  const waits = order.status === 'created';
  const cancelled = order.event?.schedule_status === 'cancelled';
  return (
    <li className="order" id={orderAnchor(order.id)} ref={row} tabIndex={-1}>
      <span className="order__i" aria-hidden="true">
        {order.type === 'event' ? <Play className="i i-24" /> : <Ticket className="i i-24" />}
      </span>
      <div className="order__t">
        <h3>{order.name}</h3>
        <p>{about(order)}</p>
        {isCalledOff(order) && (
          <div role="note">
            <p>{cancelled ? <Trans>This game was cancelled</Trans> : <Trans>This game is postponed</Trans>}</p>
            <TicketNote order={order} cancelled={cancelled} links={false} />
          </div>
        )}
        <DisputeNote order={order} />
        <p className="order__m">
          <OrderTag order={order} />
          <span>{texts.amount(order.amount, order.currency)}</span>
        </p>
      </div>
      <div className="acts">
        <ReceiptButton order={order} />
        {order.type === 'subscription' && !waits && (
          <AppLink className={buttonClass('line', 'sm')} href="/profile/subscriptions">
            <Trans>Manage</Trans> <span className="vh">{order.name}</span>
          </AppLink>
        )}
        {!isOnHold(order) && (
          <AppLink
            className={buttonClass('primary', 'sm')}
            href={waits ? `${againHref(order)}&order=${order.id}` : watchHref(order)}
          >
            {waits ? (
              <Trans>Check status</Trans>
            ) : isCalledOff(order) ? (
              <Trans>See the details</Trans>
            ) : (
              <Trans context="button">Watch</Trans>
            )}
            <span className="vh">{order.name}</span>
          </AppLink>
        )}
      </div>
    </li>
  );
}

function isCalledOff({ event }: Order): boolean {
  return event?.schedule_status === 'cancelled' || event?.schedule_status === 'postponed';
}

/** When it is, or how long it lasts. */
function useAbout(): (order: Order) => string {
  const { t, i18n } = useLingui();
  const texts = useOrderTexts();
  const lang = i18n.locale as Language;
  return (order) => {
    const kind = texts.kind(order);
    if (order.event) {
      const { event_utc_ts: at, schedule_status, time_tba } = order.event;
      const zone = eventZone(order.event, viewerZone());
      const [day, later] = [longDateText(at, lang, zone), t`Time TBA`];
      if (time_tba) return `${kind} · ${schedule_status === 'tba' ? `${day}, ${later}` : day}`;
      return `${kind} · ${day}, ${timeText(at, lang, zone)}`;
    }
    const until = order.until && texts.lastDay(order.until);
    return until ? t`${kind} · until ${until}` : t`${kind} · no end date`;
  };
}
