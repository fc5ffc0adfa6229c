import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { cancelSubscription, ownSubscriptionsQuery, resumeSubscription } from '#/api/subscriptions';
import type { OwnSubscription } from '#/api/types';
import { periodEnd } from '#/entities/subscription';
import { useFailureText } from '#/ui/failure-text';
import { openPopup } from '#/ui/popup';
import { showToast } from '#/ui/toast';
import { useSubscriptionTexts } from './labels';

/** What the interface shows of a change of the renewal (specification, section 4), before the label itself. */
export type Progress = 'none' | 'processing' | 'finished';

/** How long it says "finished" before it says what is so now. */
const finishedMs = 2_000;

/** Cancelling the renewal of a subscription and taking that back. */
export function useRenewal(one: OwnSubscription) {
  const { progress, run } = useProgress();
  const ask = useAskToCancel(one);
  const { id } = one.subscription;
  const cancel = async () => {
    if (await ask()) await run(() => cancelSubscription(id));
  };
  const resume = () => run(() => resumeSubscription(id));
  return { progress, cancel, resume };
}

function useProgress() {
  const replace = useReplace();
  const failureText = useFailureText();
  const [progress, setProgress] = useState<Progress>('none');
  useEffect(() => {
    if (progress !== 'finished') return;
    const timer = setTimeout(() => setProgress('none'), finishedMs);
    return () => clearTimeout(timer);
  }, [progress]);
  const run = async (call: () => Promise<OwnSubscription>) => {
    if (progress === 'processing') return;
    setProgress('processing');
    try {
      replace(await call());
      setProgress('finished');
    } catch (error) {
      setProgress('none');
      void showToast(failureText(error), { type: 'error' });
    }
  };
  return { progress, run };
}

/** Puts what the server says of one subscription in place of what it said before. */
export function useReplace(): (one: OwnSubscription) => void {
  const client = useQueryClient();
  const { queryKey } = ownSubscriptionsQuery();
  return (one) => {
    client.setQueryData(queryKey, (all) => all?.map((other) => (other.id === one.id ? one : other)));
    void client.invalidateQueries({ queryKey: ['orders'] });
  };
}

/** Says what a cancellation means before it is one. */
function useAskToCancel(one: OwnSubscription): () => Promise<boolean> {
  const { t } = useLingui();
  const texts = useSubscriptionTexts();
  const end = periodEnd(one);
  const until = end && texts.lastDay(end);
  const { name } = one.subscription;
  return () =>
    openPopup({
      title: t`Cancel the renewal?`,
      body: (
        <p>
          {until ? (
            <Trans>
              You can watch with {name} until {until}. Your card won’t be charged again, and you can turn the renewal
              back on until then.
            </Trans>
          ) : (
            <Trans>Your card won’t be charged again for {name}.</Trans>
          )}
        </p>
      ),
      ok: t`Cancel the renewal`,
      cancel: t`Keep it`,
      danger: true,
    }).then(
      () => true,
      () => false,
    );
}
