import { useLingui } from '@lingui/react';
import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import { type RefObject, useEffect, useMemo, useRef } from 'react';
import { CardRefused } from '#/api/simulator';
import type { PayWithProps } from './pay-with';
import { stripeFor } from './stripe';
import { elementsOptions } from './stripe-options';

const noWallets = { applePay: 'never', googlePay: 'never', link: 'never' } as const;

interface StripeCardProps extends Pick<PayWithProps, 'due' | 'cardStorage' | 'walletsShownSeparately'> {
  publishableKey: string;
  create: RefObject<(() => Promise<string>) | null>;
}

/** Stripe's Payment Element (Stripe documentation, "Collect payment details before creating an Intent"): no card is ever ours. */
export function StripeCard({
  publishableKey,
  due,
  cardStorage,
  create,
  walletsShownSeparately = false,
}: StripeCardProps) {
  const { i18n } = useLingui();
  const stripe = useMemo(() => stripeFor(publishableKey), [publishableKey]);
  return (
    <Elements
      key={i18n.locale}
      stripe={stripe}
      options={{ ...elementsOptions(due, cardStorage, i18n.locale), allowedPaymentMethodTypes: ['card'] }}
    >
      <Card create={create} walletsShownSeparately={walletsShownSeparately} />
    </Elements>
  );
}

function Card({ create, walletsShownSeparately }: Pick<StripeCardProps, 'create' | 'walletsShownSeparately'>) {
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
  const frame = useRef<HTMLDivElement>(null);
  return (
    <div ref={frame}>
      <PaymentElement
        options={{ layout: 'tabs', ...(walletsShownSeparately && { wallets: noWallets }) }}
        // The page does not hear of the focus inside the frame.
        onFocus={() => frame.current?.scrollIntoView({ block: 'nearest' })}
      />
    </div>
  );
}
