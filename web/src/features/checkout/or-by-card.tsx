import { Trans } from '@lingui/react/macro';

/** Between the wallets and the card form. */
export function OrByCard() {
  return (
    <p className="wallets__or">
      <Trans>or by card</Trans>
    </p>
  );
}
