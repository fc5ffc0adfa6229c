import { Trans, useLingui } from '@lingui/react/macro';
import { Wallet } from 'lucide-react';
import { createWalletMethod } from '#/api/simulator';
import type { Language } from '#/api/types';
import { amountText } from '#/entities/price';
import { Button } from '#/ui/button';
import { openPopup } from '#/ui/popup';
import { OrByCard } from './or-by-card';
import type { WalletProps } from './wallet-buttons';

/** The wallet of test payments: it asks, leaves a test card with the simulator, and pays as every card does. */
export function TestWallet({ publishableKey, due, busy, onPay }: WalletProps) {
  const { t, i18n } = useLingui();
  const amount = amountText(due.price, due.currency, i18n.locale as Language);
  const pay = async () => {
    const agreed = await openPopup({
      title: t`Test wallet`,
      body: (
        <p>
          <Trans>Pay {amount} with the test card that ends in 4242? No real card is charged.</Trans>
        </p>
      ),
      ok: t`Confirm`,
    }).then(
      () => true,
      () => false,
    );
    if (agreed) await onPay(() => createWalletMethod(publishableKey));
  };
  return (
    <div className="wallets">
      <Button look="line" size="lg" block busy={busy} onClick={() => void pay()}>
        <Wallet className="i" aria-hidden="true" />
        <Trans>Test wallet</Trans>
      </Button>
      <OrByCard />
    </div>
  );
}
