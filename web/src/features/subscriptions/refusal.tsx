import { Trans } from '@lingui/react/macro';
import type { OwnSubscription } from '#/api/types';
import { useSubscriptionTexts } from './labels';

/** Why the last renewal was not paid, where the card is not to blame. */
export function blamesNoCard(one: OwnSubscription): boolean {
  return lastFailure(one) === 'account';
}

/** Why the last renewal was not paid. */
export function Refusal({ one }: { one: OwnSubscription }) {
  const card = useSubscriptionTexts().card(one.card);
  const reason = lastFailure(one);
  if (reason === 'account')
    return <Trans>We can’t take payments right now. There’s nothing wrong with your card.</Trans>;
  if (!one.card) return <Trans>There is no card to charge.</Trans>;
  if (reason === 'expired') return <Trans>{card} has expired.</Trans>;
  return <Trans>{card} was declined.</Trans>;
}

function lastFailure(one: OwnSubscription): string | undefined {
  const failures = one.history.filter((step) => step.kind === 'payment_failed');
  return failures.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at) || b.id - a.id)[0]?.reason;
}
