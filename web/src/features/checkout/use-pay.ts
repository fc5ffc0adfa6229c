import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { failureOf, hasCode, statusOf } from '#/api/failure';
import { buy, orderQuery, ordersQuery, startTrial } from '#/api/orders';
import type { Bought, Discounted, Order, PaymentSetup } from '#/api/types';
import { isOrderOf } from '#/entities/purchased';
import { restoreSession } from '#/lib/session';
import { useFailureText } from '#/ui/failure-text';
import { type Item, purchasesOf } from './item';
import { leaveCard, type StripeCardRef, showRefusal } from './leave-card';
import { noteMade } from './made-here';
import { NEW_CARD, type PayForm, type PayFormReturn } from './pay-form';
import { keepPending } from './pending';
import { type KeepCard, useKeepCard } from './use-keep-card';

interface PayOptions {
  item: Item;
  form: PayFormReturn;
  setup: PaymentSetup | undefined;
  coupon: Discounted | null;
  stripeCard: StripeCardRef;
  /** Nothing is to be paid, so no card is asked for. */
  free: boolean;
  onOrder: (id: number) => void;
  onCouponRefused: (message: string) => void;
}

/** Sends the order. What keeps it from being made stands at its field, or at the form. */
export function usePay(options: PayOptions) {
  const { form, onOrder } = options;
  const client = useQueryClient();
  const [problem, setProblem] = useState<unknown>(null);
  const showFailure = useShowFailure(options, setProblem);
  const keepCard = useKeepCard();
  const [busy, setBusy] = useState(false);
  const send = async (values: PayForm) => {
    if (busy) return;
    setBusy(true);
    setProblem(null);
    try {
      const bought = await order({ ...options, keepCard }, values);
      keep(bought);
      noteMade(bought.order.id);
      client.setQueryData(orderQuery(bought.order.id).queryKey, bought.order);
      onOrder(bought.order.id);
    } catch (error) {
      const begun = isUnclear(error) ? await findBegun(client, options.item) : undefined;
      if (!begun) return showFailure(error);
      noteMade(begun.id);
      onOrder(begun.id);
    } finally {
      setBusy(false);
    }
  };
  /** Sends what is entered; `event` is that of the form, where there is one. */
  const pay = async (event?: FormEvent) => {
    if (options.free) await send(form.getValues());
    else await form.handleSubmit(send)(event);
  };
  return { pay, problem, busy };
}

/** Whether the order may have been made although no answer came. */
function isUnclear(error: unknown): boolean {
  const kind = failureOf(error)?.kind;
  return kind === 'network' || kind === 'timeout' || statusOf(error) >= 500;
}

/** The order of this cart that is under way, if there is one: it is followed instead of being paid twice. */
async function findBegun(client: QueryClient, { what }: Item): Promise<Order | undefined> {
  const orders = await client.fetchQuery({ ...ordersQuery(), staleTime: 0, retry: false }).catch(() => []);
  return orders.find((one) => one.status === 'created' && isOrderOf(one, what));
}

async function order(
  { item, setup, coupon, stripeCard, free, keepCard }: PayOptions & { keepCard: KeepCard },
  values: PayForm,
): Promise<Bought> {
  const { subscription } = item;
  const isNew = values.choice === NEW_CARD;
  if (subscription && subscription.trialDays > 0) {
    const card = await leaveCard(values, setup, stripeCard);
    if (isNew) await keepCard(card);
    return startTrial(subscription.id, card);
  }
  return buy(purchasesOf(item), {
    ...(!free && {
      payment_method: await leaveCard(values, setup, stripeCard),
      ...(isNew && { save_card: values.save || subscription !== undefined }),
    }),
    ...(coupon && { coupon: coupon.code }),
  });
}

/** The tab that pays opens the bank's question by itself, so it keeps the way to it. */
function keep({ order: { id }, client_secret, publishable_key, test_payments }: Bought): void {
  if (client_secret) keepPending({ order: id, secret: client_secret, key: publishable_key, test: test_payments });
}

function useShowFailure({ form, item, onCouponRefused }: PayOptions, setProblem: (error: unknown) => void) {
  const failureText = useFailureText();
  return (error: unknown) => {
    if (showRefusal(form, error)) return;
    // The profile says so from now on, and the cart becomes one without a trial.
    if (hasCode(error, 'trial_used')) void restoreSession();
    if (hasCode(error, 'trial_card_used')) item.subscription?.onTrialRefused?.();
    if (hasCode(error, 'promo_code_invalid') || hasCode(error, 'promo_code_wrong'))
      return onCouponRefused(failureText(error));
    if (hasCode(error, 'card_required')) return form.setError('choice', { message: failureText(error) });
    if (failureOf(error)?.kind !== 'cancelled') setProblem(error);
  };
}
