import { useLingui } from '@lingui/react/macro';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { changeSubscriptionCard, ownSubscriptionsQuery } from '#/api/subscriptions';
import type { OwnSubscription } from '#/api/types';
import { showToast } from '#/ui/toast';
import type { BankQuestion } from './parts';
import { useReplace } from './renewal';

/** How often the server is asked after the bank was (specification, section 9), and for how long. */
const everyMs = 2_000;
const patienceMs = 30_000;

/** How far paying what is open has come: `asking` the bank, `following` what it answered, `unpaid` still. */
type PayState = 'idle' | 'asking' | 'following' | 'unpaid';

/** Gives a subscription another card and pays what is open with it, with the bank where that wants to be asked. */
export function usePayByCard(one: OwnSubscription) {
  const { t } = useLingui();
  const client = useQueryClient();
  const replace = useReplace();
  const [state, setState] = useState<PayState>('idle');
  const [question, setQuestion] = useState<BankQuestion | null>(null);
  const { here, begin } = useRound();
  const { id } = one;
  const { name } = one.subscription;
  const done = () => void showToast(t`${name} now renews with this card.`, { type: 'success' });
  const onCard = async (paymentMethod: string) => {
    begin();
    const { client_secret, publishable_key, test_payments, ...changed } = await changeSubscriptionCard(
      one.subscription.id,
      paymentMethod,
    );
    replace(changed);
    const asks = changed.past_due && client_secret !== undefined;
    setQuestion(asks ? { secret: client_secret, key: publishable_key, test: test_payments } : null);
    setState(asks ? 'asking' : changed.past_due ? 'unpaid' : 'idle');
    if (!changed.past_due) done();
  };
  const onAnswer = async () => {
    const round = begin();
    setState('following');
    const paid = await follow(client, id, () => here(round));
    if (paid) {
      replace(paid);
      done();
    }
    if (!here(round)) return;
    setState(paid ? 'idle' : 'unpaid');
    if (paid) setQuestion(null);
  };
  return { onCard, question, onAnswer: () => void onAnswer(), state };
}

/** Numbers what is begun, so that what is waited for ends with the component, or with the next thing that is begun. */
function useRound() {
  const round = useRef(0);
  useEffect(
    () => () => {
      round.current = -1;
    },
    [],
  );
  const begin = useCallback(() => {
    round.current += 1;
    return round.current;
  }, []);
  const here = useCallback((of: number) => round.current === of, []);
  return { here, begin };
}

/** Asks until a subscription is paid; nothing where it is not in time, or nobody waits any more. */
async function follow(client: QueryClient, id: number, here: () => boolean): Promise<OwnSubscription | undefined> {
  for (const until = Date.now() + patienceMs; ; ) {
    const all = await client
      .fetchQuery({ ...ownSubscriptionsQuery(), staleTime: 0, retry: false })
      .catch((): OwnSubscription[] => []); // it is asked again
    const one = all.find((other) => other.id === id);
    if (one && !one.past_due) return one;
    if (!here() || Date.now() >= until) return undefined;
    await new Promise((resolve) => setTimeout(resolve, everyMs));
    if (!here()) return undefined;
  }
}
