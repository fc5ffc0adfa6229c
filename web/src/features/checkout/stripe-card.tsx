import { useLingui } from '@lingui/react';
import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import { type RefObject, useEffect, useMemo } from 'react';
import { CardRefused } from '#/api/simulator';
import type { PayWithProps } from './pay-with';
import { stripeFor } from './stripe';

interface StripeCardProps extends Pick<PayWithProps, 'due' | 'keeps'> {
  publishableKey: string;
  create: RefObject<(() => Promise<string>) | null>;
}

/** Stripe's Payment Element (Stripe documentation, "Collect payment details before creating an Intent"): no card is ever ours. */
export function StripeCard({ publishableKey, due, keeps, create }: StripeCardProps) {
  const { i18n } = useLingui();
  const stripe = useMemo(() => stripeFor(publishableKey), [publishableKey]);
  return (
    <Elements
      key={i18n.locale}
      stripe={stripe}
      options={{
        ...modeOf(due.price, keeps),
        currency: due.currency.toLowerCase(),
        paymentMethodCreation: 'manual',
        allowedPaymentMethodTypes: ['card'],
        locale: i18n.locale === 'fr' ? 'fr-CA' : 'en',
        appearance: appearance(),
      }}
    >
      <Card create={create} />
    </Elements>
  );
}

/** What the card is for: Stripe asks for more of one that is charged again later (its documentation on deferred intents). */
function modeOf(amount: number, keeps: PayWithProps['keeps']) {
  if (amount === 0) return { mode: 'setup' as const };
  return keeps === 'subscription' ? { mode: 'subscription' as const, amount } : { mode: 'payment' as const, amount };
}

function Card({ create }: Pick<StripeCardProps, 'create'>) {
  const stripe = useStripe();
  const elements = useElements();
  useEffect(() => {
    create.current = async () => {
      if (!stripe || !elements) throw new Error('stripe.js is not there yet');
      const { error: invalid } = await elements.submit();
      if (invalid) throw new CardRefused(invalid.message ?? '', invalid.code ?? '');
      const { paymentMethod, error } = await stripe.createPaymentMethod({ elements });
      if (!paymentMethod) throw new CardRefused(error.message ?? '', error.code ?? '');
      return paymentMethod.id;
    };
    return () => {
      create.current = null;
    };
  }, [stripe, elements, create]);
  return <PaymentElement options={{ layout: 'tabs' }} />;
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
