import { Trans } from '@lingui/react/macro';
import { useBootstrap } from '#/lib/channel';
import { AppLink } from '#/ui/link';

/** What a buyer agrees to: the operator's words on prices, else the product's own, with the terms. */
export function Terms() {
  const { static_blocks, settings } = useBootstrap();
  const note = (static_blocks ?? settings.static_blocks).checkout_note;
  return (
    <div className="till__terms">
      {note ? (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server
        <div dangerouslySetInnerHTML={{ __html: note }} />
      ) : (
        <p>
          <Trans>All sales are final, with no refunds.</Trans>
        </p>
      )}
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
