import { Trans } from '@lingui/react/macro';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { Checkbox } from '#/ui/field';
import { AppLink } from '#/ui/link';

interface ConsentsProps {
  terms: UseFormRegisterReturn;
  mailing: UseFormRegisterReturn;
  /** Why the terms are not accepted. */
  error: string | undefined;
}

/** What whoever becomes a user accepts, and what they may choose. */
export function Consents({ terms, mailing, error }: ConsentsProps) {
  return (
    <>
      <Checkbox error={error} {...terms}>
        <Trans>
          I accept the{' '}
          <AppLink className="link" href="/terms_conditions" target="_blank">
            terms and conditions
          </AppLink>{' '}
          and the{' '}
          <AppLink className="link" href="/privacy_policy" target="_blank">
            privacy policy
          </AppLink>
        </Trans>
      </Checkbox>
      <Checkbox {...mailing}>
        <Trans>Send me news and updates (optional)</Trans>
      </Checkbox>
    </>
  );
}
