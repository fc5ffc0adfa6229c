import { Trans } from '@lingui/react/macro';
import { AppLink } from '#/ui/link';
import { StaticBlock } from '#/ui/static-block';

/** What a buyer agrees to: the operator's words on prices, else the product's own, with the terms. */
export function Terms() {
  return (
    <div className="till__terms">
      <StaticBlock name="checkout_note">
        <p>
          <Trans>All sales are final, with no refunds.</Trans>
        </p>
      </StaticBlock>
      <p>
        <Trans>
          By paying you accept the{' '}
          <AppLink className="link" href="/terms_conditions" target="_blank">
            terms and conditions
          </AppLink>{' '}
          and the{' '}
          <AppLink className="link" href="/privacy_policy" target="_blank">
            privacy policy
          </AppLink>
          .
        </Trans>
      </p>
    </div>
  );
}
