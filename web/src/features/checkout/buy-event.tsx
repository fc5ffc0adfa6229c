import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, Play } from 'lucide-react';
import type { ReactNode } from 'react';
import { hasCode, statusOf } from '#/api/failure';
import { ordersQuery } from '#/api/orders';
import { eventQuery } from '#/api/queries';
import type { EventDetail } from '#/api/types';
import type { Cart } from '#/entities/cart';
import { selectForEvent } from '#/entities/choice';
import { fullTitle, isOff, title } from '#/entities/event';
import { eventOrder, orderOnHold } from '#/entities/purchased';
import { serverNow } from '#/lib/server-clock';
import { useUser } from '#/lib/session';
import { buttonClass } from '#/ui/button';
import { AppLink } from '#/ui/link';
import { teamColours } from '#/ui/scorebug';
import { Skeleton } from '#/ui/skeleton';
import { Empty, LoadError } from '#/ui/states';
import { OffNote } from '#/ui/ticket/off-note';
import { useVersus } from '#/ui/use-versus';
import { EventSummaryCard } from './event-summary';
import { FollowOrder } from './follow-order';
import { OnHold } from './on-hold';
import type { BuyProps } from './parts';
import { PriceDue } from './price-due';
import { selectAddOns } from './select-add-ons';
import { Till } from './till';
import { NothingChosen, TillPage, ToPasses } from './till-page';

type EventCart = Extract<Cart, { kind: 'event' }>;

/** One event is bought: its address names it. */
export function BuyEvent({ cart, ...props }: BuyProps & { cart: EventCart }) {
  const { eventId } = cart;
  const { data: event, error, refetch } = useQuery({ ...eventQuery(eventId ?? 0), enabled: eventId !== undefined });
  if (!eventId) return props.search.order ? <FollowOrder {...props} order={props.search.order} /> : <NothingChosen />;
  if (error && !event) {
    return (
      <TillPage>
        {statusOf(error) === 404 || hasCode(error, 'event_not_found') ? (
          <Empty title={<Trans>Sorry! - Game Not Found</Trans>} action={<ToPasses />} />
        ) : (
          <LoadError error={error} onRetry={() => void refetch()} />
        )}
      </TillPage>
    );
  }
  return event ? <Known event={event} cart={cart} {...props} /> : <TillSkeleton />;
}

export function TillSkeleton() {
  return (
    <TillPage>
      <div className="till__two" aria-busy="true">
        <Skeleton height={320} />
        <Skeleton height={480} />
      </div>
    </TillPage>
  );
}

function Known({ event, cart, ...props }: BuyProps & { event: EventDetail; cart: EventCart }) {
  const { t } = useLingui();
  const versus = useVersus();
  const user = useUser();
  const orders = useQuery({ ...ordersQuery(), enabled: user !== null }).data ?? [];
  const packageId = event.single_event_package_id ?? cart.packageId;
  const name = title(event, versus);
  if (!props.search.order) {
    if (isOff(event)) {
      return (
        <Settled event={event} more={<OffNote event={event} />}>
          {event.schedule_status === 'cancelled' ? (
            <Trans>This game was cancelled</Trans>
          ) : (
            <Trans>This game is postponed</Trans>
          )}
        </Settled>
      );
    }
    const own = eventOrder(event, orders) !== undefined;
    const held = orderOnHold({ event_id: event.id }, orders, serverNow());
    if (held)
      return (
        <OnHold
          subtitle={fullTitle(event, versus)}
          order={held}
          summary={<EventSummaryCard event={event} />}
          style={teamColours(event)}
        />
      );
    if (own || event.has_access) {
      return (
        <Settled event={event} watch>
          {own ? t`You already bought this game.` : event.access.message}
        </Settled>
      );
    }
    if (!event.sale.allowed)
      return <Settled event={event}>{event.access.message || <Trans>This is not sold in your region.</Trans>}</Settled>;
    if (event.type === 'register')
      return <Settled event={event}>{<Trans>There is nothing to pay. Just log in.</Trans>}</Settled>;
    if (!packageId) return <NotAlone event={event} />;
  }
  const { base_price, service_fee, currency } = event;
  const { selection, addOns } = selectAddOns(props, {
    currency,
    capabilities: [],
    event_categories: [event.event_category_id],
  });
  return (
    <Till
      {...props}
      addOns={selection}
      style={teamColours(event)}
      item={{
        name,
        what: { event_id: event.id, ...(packageId && { single_event_package_id: packageId }) },
        currency,
        base_price,
        service_fee,
        addOns,
      }}
      subtitle={fullTitle(event, versus)}
      summary={<EventSummaryCard event={event} />}
      alternatives={<AlsoIn event={event} />}
      origin={{ event_id: event.id }}
    />
  );
}

interface SettledProps {
  event: EventDetail;
  children: ReactNode;
  more?: ReactNode;
  watch?: boolean;
}

/** Nothing is to be paid here, with the reason and the way on. */
function Settled({ event, children, more, watch = false }: SettledProps) {
  const versus = useVersus();
  return (
    <TillPage subtitle={fullTitle(event, versus)} style={teamColours(event)}>
      <div className="till__two">
        <div className="till__own">
          <p className={watch ? 'till__say till__say--own' : 'till__say'}>
            {watch && <CircleCheck className="i i-24" aria-hidden="true" />}
            <span>{children}</span>
          </p>
          {more}
          <AppLink className={buttonClass('primary', 'lg')} href={`/watch/${event.id}`}>
            {watch && <Play className="i i-fill" aria-hidden="true" />}
            {watch ? <Trans context="button">Watch</Trans> : <Trans>See the details</Trans>}
          </AppLink>
        </div>
        <aside className="panel">
          <EventSummaryCard event={event} />
        </aside>
      </div>
    </TillPage>
  );
}

/** A game that no single price is set for: passes alone open it. */
function NotAlone({ event }: { event: EventDetail }) {
  const versus = useVersus();
  return (
    <TillPage subtitle={fullTitle(event, versus)} style={teamColours(event)}>
      <div className="till__two">
        <Empty title={<Trans>id not selected</Trans>} action={<ToPasses />}>
          <p>
            <Trans>This is not sold separately. Choose one of the passes that include it.</Trans>
          </p>
        </Empty>
        <aside className="panel">
          <EventSummaryCard event={event} />
          <AlsoIn event={event} />
        </aside>
      </div>
    </TillPage>
  );
}

/** How many passes are named. */
const named = 3;

/** What already includes the game, so that nobody pays for one and finds a pass later. */
function AlsoIn({ event }: { event: EventDetail }) {
  const passes = event.packages.filter(({ id }) => id !== event.single_event_package_id).slice(0, named);
  if (passes.length === 0) return null;
  return (
    <div className="alsoin">
      <h3>
        <Trans>Also included with</Trans>
      </h3>
      <ul>
        {passes.map((pass) => (
          <li key={pass.id}>
            <AppLink className="link" href={selectForEvent(pass, event)}>
              {pass.name}
            </AppLink>
            <PriceDue of={pass} />
          </li>
        ))}
      </ul>
    </div>
  );
}
