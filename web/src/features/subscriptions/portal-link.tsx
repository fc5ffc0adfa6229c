import { Trans } from '@lingui/react/macro';
import { ExternalLink } from 'lucide-react';
import { useEffect, useState } from 'react';
import { customerPortal } from '#/api/subscriptions';
import { Button } from '#/ui/button';
import { useFailureText } from '#/ui/failure-text';
import { FieldError } from '#/ui/field';
import { leaveForPortal } from './portal-visit';

/** The provider's own page. Its address is asked for at a press, since it works for a few minutes only. */
export function PortalLink() {
  const failureText = useFailureText();
  const [problem, setProblem] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    // Back by the browser's button, the page may be the very one that was left.
    const back = () => setBusy(false);
    window.addEventListener('pageshow', back);
    return () => window.removeEventListener('pageshow', back);
  }, []);
  const open = async () => {
    setBusy(true);
    setProblem(null);
    try {
      const { url } = await customerPortal();
      leaveForPortal();
      location.assign(url);
    } catch (error) {
      setProblem(error);
      setBusy(false);
    }
  };
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
