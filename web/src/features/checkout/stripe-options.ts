import type { StripeElementsOptionsMode } from '@stripe/stripe-js';
import type { PayWithProps } from './pay-with';

/** How Stripe's elements of one payment are made (Stripe documentation, "Collect payment details before creating an Intent"). */
export function elementsOptions(due: PayWithProps['due'], cardStorage: PayWithProps['cardStorage'], locale: string) {
  return {
    ...modeOf(due.price, cardStorage),
    currency: due.currency.toLowerCase(),
    paymentMethodCreation: 'manual',
    locale: locale === 'fr' ? 'fr-CA' : 'en',
    appearance: appearance(),
  } satisfies StripeElementsOptionsMode;
}

/** What the card is for: Stripe asks for more of one that is charged again later (its documentation on deferred intents). */
function modeOf(amount: number, cardStorage: PayWithProps['cardStorage']) {
  if (amount === 0) return { mode: 'setup' as const };
  return cardStorage === 'subscription'
    ? { mode: 'subscription' as const, amount }
    : { mode: 'payment' as const, amount };
}

/** The channel's colours as they are on the page; the element stands in a frame that does not see our styles. */
function appearance() {
  const styles = getComputedStyle(document.documentElement);
  const of = (name: string) => styles.getPropertyValue(name).trim();
  return {
    theme: styles.colorScheme.includes('dark') ? ('night' as const) : ('stripe' as const),
    variables: {
      colorPrimary: of('--ch-accent') || '#ffb81c',
      colorBackground: of('--ch-body-background') || '#0a1630',
      colorText: of('--ch-body-text-color') || '#eef3fc',
      borderRadius: '4px',
      fontSizeBase: '16px',
    },
  };
}
