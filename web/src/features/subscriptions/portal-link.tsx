import { Trans } from '@lingui/react/macro';
import { ExternalLink } from 'lucide-react';
import { Button } from '#/ui/button';
import { useFailureText } from '#/ui/failure-text';
import { FieldError } from '#/ui/field';
import { usePortal } from './use-portal';

/** The way to the provider's own page. */
export function PortalLink() {
  const failureText = useFailureText();
  const { open, busy, problem } = usePortal();
  return (
    <section className="subscr__portal" aria-labelledby="portal">
      <div>
        <h2 className="h-sec" id="portal">
          <Trans>Invoices and cards</Trans>
        </h2>
        <p className="muted">
          <Trans>Your cards and invoices are on our payment provider’s own page.</Trans>
        </p>
      </div>
      <Button look="line" busy={busy} onClick={() => void open()}>
        <ExternalLink className="i" aria-hidden="true" />
        <Trans>Open the provider’s page</Trans>
      </Button>
      <div role="alert">{problem !== null && <FieldError>{failureText(problem)}</FieldError>}</div>
    </section>
  );
}
