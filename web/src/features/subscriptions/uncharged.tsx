import { Trans } from '@lingui/react/macro';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { OwnSubscription } from '#/api/types';
import { useSubscriptionTexts } from './labels';

/** Tells why a subscription is not charged (paused, written off, no card) and how long it gives access. Empty for other subscriptions. */
export function Uncharged({ one }: { one: OwnSubscription }) {
  const texts = useSubscriptionTexts();
  const stopped = one.status === 'inactive';
  if (one.payments_paused) {
    return stopped ? (
      <Note>
        <Trans>
          We have paused the payments for this subscription, and nothing is charged. You cannot watch with it until they
          go on. We will write to you.
        </Trans>
      </Note>
    ) : (
      <Note>
        <Trans>
          We have paused the payments for this subscription, and nothing is charged. You can watch until the end of what
          is paid.
        </Trans>
      </Note>
    );
  }
  if (one.uncharged_until) {
    const next = texts.day(one.uncharged_until);
    return (
      <Note>
        <Trans>
          The last payment was cancelled, and nothing was charged. The next payment is on {next}, and the subscription
          opens again then.
        </Trans>
      </Note>
    );
  }
  if (!one.card && one.auto_renew === 'active') {
    return (
      <Note>
        <Trans>There is no card for the next payment. Please choose one.</Trans>
      </Note>
    );
  }
  return null;
}

function Note({ children }: { children: ReactNode }) {
  return (
    <div className="subscr__failed" role="note">
      <p>
        <TriangleAlert className="i" aria-hidden="true" />
        <span>{children}</span>
      </p>
    </div>
  );
}
