import { useLingui } from '@lingui/react';
import { Elements, ExpressCheckoutElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { StripeExpressCheckoutElementConfirmEvent } from '@stripe/stripe-js';
import { useMemo, useState } from 'react';
import { CardRefused } from '#/api/simulator';
import { OrByCard } from './or-by-card';
import { stripeFor } from './stripe';
import { elementsOptions } from './stripe-options';
import type { WalletProps } from './wallet-buttons';

/** Stripe's Express Checkout Element (Stripe documentation, "Express Checkout Element"), with elements apart from the card's. */
export function ExpressCheckout(props: WalletProps) {
  const { publishableKey, due, cardStorage } = props;
  const { i18n } = useLingui();
  const stripe = useMemo(() => stripeFor(publishableKey), [publishableKey]);
  return (
    <Elements key={i18n.locale} stripe={stripe} options={elementsOptions(due, cardStorage, i18n.locale)}>
      <Buttons {...props} />
    </Elements>
  );
}

function Buttons({ cardStorage, busy, onPay }: WalletProps) {
  const stripe = useStripe();
  const elements = useElements();
  const [state, setState] = useState<'pending' | 'shown' | 'none'>('pending');
  const renews = cardStorage === 'subscription';
  const leave = async () => {
    if (!stripe || !elements) throw new Error('stripe.js is not there yet');
    const { error: invalid } = await elements.submit();
    if (invalid) throw new CardRefused(invalid.message ?? '', invalid.code ?? '');
    const { paymentMethod, error } = await stripe.createPaymentMethod({ elements });
    if (!paymentMethod) throw new CardRefused(error.message ?? '', error.code ?? '');
    return paymentMethod.id;
  };
  const onConfirm = async ({ paymentFailed }: StripeExpressCheckoutElementConfirmEvent) => {
    if (!(await onPay(leave))) paymentFailed({ reason: 'fail' });
  };
  if (state === 'none') return null;
  return (
    <div className="wallets" data-pending={state === 'pending' || undefined}>
      <ExpressCheckoutElement
        options={{
          buttonHeight: 50,
          buttonType: { applePay: renews ? 'subscribe' : 'buy', googlePay: renews ? 'subscribe' : 'buy' },
          layout: { maxColumns: 3, maxRows: 1, overflow: 'auto' },
          // What renews is paid by a card; the others send the buyer to another site.
          paymentMethods: { link: renews ? 'never' : 'auto', amazonPay: 'never', klarna: 'never', paypal: 'never' },
        }}
        onReady={({ availablePaymentMethods }) => setState(availablePaymentMethods ? 'shown' : 'none')}
        onLoadError={() => setState('none')}
        onClick={({ resolve, reject }) => (busy ? reject() : resolve())}
        onConfirm={(event) => void onConfirm(event)}
      />
      <OrByCard />
    </div>
  );
}
