import type { Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';

/** Loads Stripe.js, from Stripe as its rules ask; nothing of it is fetched before this is called. */
export function stripeFor(publishableKey: string): Promise<Stripe | null> {
  return loadStripe(publishableKey);
}

/** Has the buyer's bank asked, in whatever window it wants. Resolves when it has answered, also with no. */
export async function askBank(publishableKey: string, clientSecret: string): Promise<void> {
  const stripe = await stripeFor(publishableKey);
  await stripe?.handleNextAction({ clientSecret });
}
