import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { failureOf, hasCode, statusOf } from '#/api/failure';
import { buy, orderQuery, ordersQuery, startTrial } from '#/api/orders';
import type { Bought, Discounted, Order, PaymentSetup } from '#/api/types';
import { isOrderOf } from '#/entities/purchased';
import { restoreSession } from '#/lib/session';
import { useFailureText } from '#/ui/failure-text';
import { focusFirstError } from './focus-first';
import { type Item, purchasesOf, sumsOf } from './item';
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
  const send = async (card: Card): Promise<boolean> => {
    if (busy) return false;
    setBusy(true);
    setProblem(null);
    try {
      const bought = await order({ ...options, keepCard }, card);
      keep(bought);
      noteMade(bought.order.id, sumsOf(options.item, options.coupon).price);
      client.setQueryData(orderQuery(bought.order.id).queryKey, bought.order);
      onOrder(bought.order.id);
      return bought.order.status !== 'failed';
    } catch (error) {
      const begun = isUnclear(error) ? await findBegun(client, options.item) : undefined;
      if (begun) {
        noteMade(begun.id);
        onOrder(begun.id);
      } else showFailure(error, card);
      return begun !== undefined;
    } finally {
      setBusy(false);
    }
  };
  const sendForm = async (values: PayForm) => {
    const { setup, stripeCard } = options;
    const isNew = values.choice === NEW_CARD;
    await send({ leave: () => leaveCard(values, setup, stripeCard), isNew, save: values.save, entered: true });
  };
  /** Sends what is entered; `event` is that of the form, where there is one. */
  const pay = async (event?: FormEvent) => {
    if (options.free) await sendForm(form.getValues());
    else await form.handleSubmit(sendForm, (errors) => focusFirstError(form, errors))(event);
  };
  /** Pays with a wallet, which leaves its card with the provider. Whether the order was made and not declined. */
  const payWithWallet = (leave: Card['leave']) => send({ leave, isNew: true, save: false, entered: false });
  const clearProblem = () => setProblem(null);
  return { pay, payWithWallet, problem, clearProblem, busy };
}

/** What an order is paid with. */
interface Card {
  /** Leaves it with the provider and returns the provider's id. */
  leave: () => Promise<string>;
  isNew: boolean;
  /** The buyer wants it kept. */
  save: boolean;
  /** It stands in the fields of the form. */
  entered: boolean;
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
  { item, coupon, free, keepCard }: PayOptions & { keepCard: KeepCard },
  { leave, isNew, save }: Card,
): Promise<Bought> {
  const { subscription } = item;
  if (subscription && subscription.trialDays > 0) {
    const card = await leave();
    if (isNew) await keepCard(card);
    return startTrial(subscription.id, card);
  }
  return buy(purchasesOf(item), {
    ...(!free && {
      payment_method: await leave(),
      ...(isNew && { save_card: save || subscription !== undefined }),
    }),
    ...(coupon && { coupon: coupon.code }),
  });
}

/** The tab that pays opens the bank's question by itself, so it keeps the way to it. */
function keep({ order: { id }, client_secret, publishable_key, test_payments }: Bought): void {
  if (client_secret) keepPending({ order: id, secret: client_secret, key: publishable_key, test: test_payments });
}

function useShowFailure({ form, stripeCard, onCouponRefused }: PayOptions, setProblem: (error: unknown) => void) {
  const failureText = useFailureText();
  return (error: unknown, { entered }: Card) => {
    // Stripe's own fields say by themselves what is wrong with them.
    if (entered && !stripeCard.current && showRefusal(form, error)) return;
    // The profile says so from now on, and the cart becomes one without a trial.
    if (hasCode(error, 'trial_used')) void restoreSession();
    if (hasCode(error, 'promo_code_invalid') || hasCode(error, 'promo_code_wrong'))
      return onCouponRefused(failureText(error));
    if (hasCode(error, 'card_required')) return form.setError('choice', { message: failureText(error) });
    if (failureOf(error)?.kind !== 'cancelled') setProblem(error);
  };
}
