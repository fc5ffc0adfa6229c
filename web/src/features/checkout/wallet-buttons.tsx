import { Suspense } from 'react';
import type { PaymentSetup } from '#/api/types';
import { lazy } from '#/lib/lazy';
import type { PayWithProps } from './pay-with';
import './wallet-buttons.css';

const ExpressCheckout = lazy(async () => ({ default: (await import('./express-checkout')).ExpressCheckout }));
const TestWallet = lazy(async () => ({ default: (await import('./test-wallet')).TestWallet }));

export interface WalletProps extends Pick<PayWithProps, 'due' | 'cardStorage'> {
  publishableKey: string;
  busy: boolean;
  /** Pays with the card that the wallet leaves with the provider. False where nothing was paid. */
  onPay: (leave: () => Promise<string>) => Promise<boolean>;
}

/** Apple Pay, Google Pay and Link, as far as the browser has them; with test payments a wallet of the simulator. */
export function WalletButtons({ setup, ...wallet }: Omit<WalletProps, 'publishableKey'> & { setup: PaymentSetup }) {
  const Wallet = setup.test_payments ? TestWallet : ExpressCheckout;
  return (
    <Suspense>
      <Wallet {...wallet} publishableKey={setup.publishable_key} />
    </Suspense>
  );
}
