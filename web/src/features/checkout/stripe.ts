import type { Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { CardRefused } from '#/api/simulator';

/** Loads Stripe.js, from Stripe as its rules ask; nothing of it is fetched before this is called. */
export function stripeFor(publishableKey: string): Promise<Stripe | null> {
  return loadStripe(publishableKey);
}

/** Has the buyer's bank asked, in whatever window it wants. Resolves when it has answered, also with no. */
export async function askBank(publishableKey: string, clientSecret: string): Promise<void> {
  const stripe = await stripeFor(publishableKey);
  await stripe?.handleNextAction({ clientSecret });
}

/** Has Stripe keep a card for later payments; the buyer's bank is asked where it wants to be. */
export async function keepWithStripe(publishableKey: string, secret: string, paymentMethod: string): Promise<void> {
  const stripe = await stripeFor(publishableKey);
  if (!stripe) throw new Error('stripe.js is not there');
  const { error } = await stripe.confirmCardSetup(secret, { payment_method: paymentMethod });
  if (error) throw new CardRefused(error.message ?? '', error.code ?? '');
}
