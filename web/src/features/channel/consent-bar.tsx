import { Trans, useLingui } from '@lingui/react/macro';
import { ChevronDown } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useBootstrap } from '#/lib/channel';
import { answerConsent, isPrivacyControlled, stopAsking, useConsent } from '#/lib/consent';
import { Button } from '#/ui/button';
import { AppLink } from '#/ui/link';
import './consent.css';

/**
 * Asks whether visits may be remembered for measuring. Both answers cost one press, and the page works without either. A browser
 * with Global Privacy Control has answered already. Opened from the footer, the bar tells this.
 */
export function ConsentBar() {
  const { t } = useLingui();
  const wanted = useConsent((state) => state.asking === 'wanted');
  const controlled = isPrivacyControlled();
  const bar = useRef<HTMLElement>(null);
  const [open, setOpen] = useState(wanted);
  useEffect(() => {
    if (!wanted) return;
    const before = document.activeElement;
    bar.current?.focus();
    // Whoever asked for it goes on where they asked.
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, [wanted]);
  return (
    <section ref={bar} className="consent" aria-label={t`Cookies`} tabIndex={-1}>
      <div className="wrap consent__in">
        <button type="button" className="consent__q" aria-expanded={open} onClick={() => setOpen(!open)}>
          <Trans>Analytics cookies?</Trans>
          <ChevronDown className="i i-16" aria-hidden="true" />
        </button>
        <p>
          {controlled ? <Trans>Your browser refuses analytics cookies (Global Privacy Control).</Trans> : <Question />}{' '}
          <Trans>
            Without them, we still count visits, logins, purchases, viewing time, playback quality and slow or failed
            requests, with your device and country. While you are logged in, they are stored with your account. This tab
            keeps the name of the campaign that led you here, and how often a page failed to start.
          </Trans>{' '}
          <AppLink href="/privacy_policy">
            <Trans>Privacy policy</Trans>
          </AppLink>
        </p>
        <div className="consent__acts">
          {controlled ? (
            <Button look="line" onClick={stopAsking}>
              <Trans>Close</Trans>
            </Button>
          ) : (
            <Answers />
          )}
        </div>
      </div>
    </section>
  );
}

function Question() {
  const google = useBootstrap().settings['google-analytics']['google-tag'] !== '';
  return (
    <>
      <Trans>Can we use analytics cookies? The site works without them.</Trans>
      {google && (
        <>
          {' '}
          <Trans>If you accept, Google Analytics is used too.</Trans>
        </>
      )}
    </>
  );
}

function Answers() {
  return (
    <>
      <Button look="line" onClick={() => answerConsent('denied')}>
        <Trans>Decline</Trans>
      </Button>
      <Button look="line" onClick={() => answerConsent('granted')}>
        <Trans>Accept</Trans>
      </Button>
    </>
  );
}
