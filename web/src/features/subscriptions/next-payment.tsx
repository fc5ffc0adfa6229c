import { Trans } from '@lingui/react/macro';
import type { OwnSubscription } from '#/api/types';
import { isOnHold, isRunning } from '#/entities/subscription';
import { useSubscriptionTexts } from './labels';
import { Line } from './line';

/** What the next payment is, where that is another amount than the price, and what part of it is for a change within a period. */
export function NextPayment({ one }: { one: OwnSubscription }) {
  const texts = useSubscriptionTexts();
  if (!isCharged(one) || (one.next_amount === one.price && one.pending_amount === 0)) return null;
  const amount = texts.amount(one.next_amount, one.currency);
  return (
    <Line label={one.auto_renew === 'cancelled' ? <Trans>Last payment</Trans> : <Trans>Next payment</Trans>}>
      {amount}
      <Pending one={one} />
    </Line>
  );
}

/** Whether something is going to be charged: the next renewal, or what is pending at the end of one that was cancelled. */
function isCharged(one: OwnSubscription): boolean {
  if (!isRunning(one) || isOnHold(one) || one.payments_paused || one.ended_at !== null) return false;
  return one.auto_renew === 'active' || one.pending_amount > 0;
}

/** What changes within a period add to the next payment, or take off it. */
function Pending({ one }: { one: OwnSubscription }) {
  const texts = useSubscriptionTexts();
  const { pending_amount: pending, pending_from, pending_through, currency } = one;
  if (pending === 0 || !pending_from || !pending_through || pending > one.next_amount) return null;
  const part = texts.amount(Math.abs(pending), currency);
  const from = texts.day(pending_from);
  const once = from === texts.day(pending_through);
  return (
    <span className="muted subscr__pending">
      {pending === one.next_amount ? (
        once ? (
          <Trans>for a change on {from}</Trans>
        ) : (
          <Trans>for changes since {from}</Trans>
        )
      ) : pending > 0 ? (
        once ? (
          <Trans>
            which includes {part} for a change on {from}
          </Trans>
        ) : (
          <Trans>
            which includes {part} for changes since {from}
          </Trans>
        )
      ) : once ? (
        <Trans>
          after a credit of {part} for a change on {from}
        </Trans>
      ) : (
        <Trans>
          after a credit of {part} for changes since {from}
        </Trans>
      )}
    </span>
  );
}
