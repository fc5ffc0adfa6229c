import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { CircleCheck, Play } from 'lucide-react';
import { useEffect } from 'react';
import { eventQuery, eventsQuery, videoQuery } from '#/api/queries';
import type { EventFilters, Order, Product } from '#/api/types';
import { watchHref } from '#/entities/order';
import { type Origin, originHref } from '#/entities/wanted';
import { buttonClass } from '#/ui/button';
import { AppLink } from '#/ui/link';
import { ScheduleRow } from '#/ui/schedule-row';
import { useChannelDay } from '#/ui/use-channel-day';
import { useLastDay } from '#/ui/use-last-day';
import { OtherDevices } from './other-devices';
import { Steps } from './steps';
import { tellBought } from './tell-bought';
import { TillPage } from './till-page';
import { usePaidText } from './use-paid-text';

/** How many events are shown. */
const shown = 3;

interface PassReadyProps {
  order: Order;
  /** What was bought, while it is still on sale. */
  product: Product | undefined;
  /** What somebody wants to watch with it. */
  origin: Origin;
  /** What depends on access has been asked anew. */
  ready: boolean;
}

/** A pass is paid: what it opens next, and where it is found from now on. */
export function PassReady({ order, product, origin, ready }: PassReadyProps) {
  const found = useQuery({ ...eventsQuery(nextOf(order, product)), enabled: ready }).data?.data ?? [];
  const next = found.filter((event) => event.has_access).slice(0, shown);
  const [first] = next;
  const { name } = order;
  const paidText = usePaidText()(order);
  const renews = order.type === 'subscription';
  const to = first?.stream_status === 'live' ? first.id : undefined;
  useReturn(origin, order, ready, paidText);
  return (
    <TillPage subtitle={name}>
      <div className="stack-l">
        <Steps at={3} />
        <section className="ready">
          <p className="till__say till__say--own" role="status">
            <CircleCheck className="i i-24" aria-hidden="true" />
            <span>
              <Trans>{name} is yours</Trans>
            </span>
          </p>
          <p>{paidText}</p>
          {order.until && (
            <p className="muted">
              <Until end={order.until} order={order} />
            </p>
          )}
          <OtherDevices />
          <div className="acts">
            <AppLink className={buttonClass('primary', 'lg')} href={to ? `/watch/${to}` : watchHref(order)}>
              <Play className="i i-fill" aria-hidden="true" />
              {to ? <Trans>Watch now</Trans> : <Trans>See what it includes</Trans>}
            </AppLink>
            <AppLink className={buttonClass('line', 'lg')} href={renews ? '/profile/subscriptions' : '/profile'}>
              {renews ? <Trans>Your subscriptions</Trans> : <Trans>Your orders</Trans>}
            </AppLink>
          </div>
        </section>
        {next.length > 0 && (
          <section aria-labelledby="next">
            <h2 className="h-sec" id="next">
              <Trans>Next with your pass</Trans>
            </h2>
            <ul className="sched">
              {next.map((event) => (
                <ScheduleRow key={event.id} event={event} withDay />
              ))}
            </ul>
          </section>
        )}
      </div>
    </TillPage>
  );
}

/** How often it is asked whether what was paid opens what its buyer came for, and how many times. */
const [askMs, asks] = [1_000, 5];

/** Takes whoever came from a game or a video back to it once it is open to them: they are in the player. */
function useReturn(origin: Origin, { name }: Order, ready: boolean, paidText: string): void {
  const { t } = useLingui();
  const router = useRouter();
  const { event_id, vod_id } = origin;
  const again = ({ state }: { state: { data?: { has_access: boolean } | undefined; dataUpdateCount: number } }) =>
    state.data?.has_access === false && state.dataUpdateCount < asks ? askMs : (false as const);
  const event = useQuery({ ...eventQuery(event_id ?? 0), enabled: ready && !!event_id, refetchInterval: again }).data;
  const video = useQuery({ ...videoQuery(vod_id ?? 0), enabled: ready && !!vod_id, refetchInterval: again }).data;
  const to = ready && (event?.has_access || video?.has_access) ? originHref(origin) : undefined;
  useEffect(() => {
    if (!to) return;
    tellBought(t`${name} is yours`, paidText);
    void router.navigate({ href: to, replace: true });
  }, [to, name, paidText, router, t]);
}

/** When it ends, or is charged again. */
function Until({ end, order: { type, amount } }: { end: string; order: Order }) {
  const [charged, lastDay] = [useChannelDay()(end), useLastDay()(end)];
  if (type !== 'subscription') return <Trans>Until {lastDay}.</Trans>;
  const date = amount === 0 ? lastDay : charged;
  return amount === 0 ? (
    <Trans>Free until {date}. Your card is charged then, unless you cancel first.</Trans>
  ) : (
    <Trans>Renews on {date}.</Trans>
  );
}

/** The events that it may open: of what was chosen of it, else of all that it covers. */
function nextOf({ product: chosen }: Order, product: Product | undefined): EventFilters {
  const teams = chosen.participant_id ? [chosen.participant_id] : (product?.participants ?? []);
  const sports = chosen.event_category_id ? [chosen.event_category_id] : (product?.event_categories ?? []);
  return {
    stream_status: 'live,upcoming',
    limit: 4 * shown,
    ...(teams.length > 0 ? { team: teams.join(',') } : sports.length > 0 && { sport: sports.join(',') }),
  };
}
