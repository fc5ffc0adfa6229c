import { Trans } from '@lingui/react/macro';
import type { OwnSubscription } from '#/api/types';
import { useSubscriptionTexts } from './labels';
import { Note } from './note';

/** Tells why a subscription is not charged (paused, written off, no card) and how long it gives access. Empty for other subscriptions. */
export function Uncharged({ one }: { one: OwnSubscription }) {
  const texts = useSubscriptionTexts();
  const stopped = one.status === 'inactive';
  if (one.payments_paused) {
    return stopped ? (
      <Note>
        <Trans>
          We have paused the payments for this subscription, so you won’t be charged. You can’t watch until they resume.
          We will email you then.
        </Trans>
      </Note>
    ) : (
      <Note>
        <Trans>
          We have paused the payments for this subscription, so you won’t be charged. You can watch until the end of the
          period you paid for.
        </Trans>
      </Note>
    );
  }
  if (one.uncharged_until) {
    const next = texts.day(one.uncharged_until);
    return (
      <Note>
        <Trans>
          The last payment was cancelled, and nothing was charged. The next payment is on {next}, and you can watch
          again then.
        </Trans>
      </Note>
    );
  }
  if (!one.card && one.auto_renew === 'active' && one.next_amount > 0) {
    return (
      <Note>
        <Trans>There is no card for the next payment. Please choose one.</Trans>
      </Note>
    );
  }
  return null;
}
