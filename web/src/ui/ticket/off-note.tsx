import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ordersQuery } from '#/api/orders';
import type { EventDetail } from '#/api/types';
import { ticketOf } from '#/entities/refund';
import { useUser } from '#/lib/session';
import { AppLink } from '#/ui/link';
import { TicketNote } from './ticket-note';

interface OffNoteProps {
  event: EventDetail;
  /** False inside other sites, where links lead nowhere. */
  links?: boolean;
}

/** What a game that is cancelled or postponed means for this viewer: for their ticket, their pass, or nothing. */
export function OffNote({ event, links = true }: OffNoteProps) {
  const user = useUser();
  const orders = useQuery({ ...ordersQuery(), enabled: user !== null });
  if (user && orders.isPending) return null;
  const cancelled = event.schedule_status === 'cancelled';
  const order = ticketOf(event, orders.data ?? []);
  if (order) return <TicketNote order={order} cancelled={cancelled} links={links} />;
  return (
    <>
      <p>
        <Plain event={event} cancelled={cancelled} />
      </p>
      {links && (
        <p className="acts">
          <AppLink className="link" href="/schedule">
            <Trans>See the schedule</Trans>
          </AppLink>
        </p>
      )}
    </>
  );
}

function Plain({ event, cancelled }: { event: EventDetail; cancelled: boolean }) {
  const { granted, product = '', reason } = event.access;
  const isSold = event.type === 'paid' || event.type === 'ppv';
  if (isSold && granted && product && (reason === 'package' || reason === 'subscription')) {
    return cancelled ? (
      <Trans>It was included in {product}, which remains valid.</Trans>
    ) : (
      <Trans>It is included in {product}. Its new time is not known yet.</Trans>
    );
  }
  if (cancelled) return <Trans>It will not take place.</Trans>;
  return isSold && !granted ? (
    <Trans>There is no new time yet. Sales resume as soon as there is one.</Trans>
  ) : (
    <Trans>There is no new time yet.</Trans>
  );
}
