import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import type { DeviceCode } from '#/api/types';
import { useTitle } from '#/lib/channel';
import { Button, buttonClass } from '#/ui/button';
import { useFailureText } from '#/ui/failure-text';
import { AppLink } from '#/ui/link';
import { QrCode } from '#/ui/qr-code';
import { ScanStep } from './scan-step';
import { TvFrame } from './tv-frame';
import { type Activation, useActivation } from './use-activation';

/** Shows a code on a TV. A user enters it on a phone to log the TV in. */
export function ActivateScreen() {
  const { t } = useLingui();
  useTitle(t`Watch on this screen`);
  const { activation, restart } = useActivation();
  return (
    <TvFrame
      title={<Trans>Watch on this screen</Trans>}
      actions={
        <>
          <Button key={activation.step} look="media" size="lg" autoFocus data-start onClick={restart}>
            <Trans>New code</Trans>
          </Button>
          <AppLink className={buttonClass('media', 'lg')} href="/login">
            <Trans>Log in with a password</Trans>
          </AppLink>
          <AppLink className={buttonClass('media', 'lg')} href="/">
            <Trans>Not now</Trans>
          </AppLink>
        </>
      }
    >
      <Step activation={activation} />
    </TvFrame>
  );
}

function Step({ activation }: { activation: Activation }) {
  const failureText = useFailureText();
  switch (activation.step) {
    case 'shown':
      return <Shown code={activation.code} expiresAtMs={activation.expiresAtMs} />;
    case 'denied':
      return (
        <p className="tv__say" role="alert">
          <Trans>You declined on your phone, so this screen was not linked. Get a new code to try again.</Trans>
        </p>
      );
    case 'failed':
      return (
        <p className="tv__say" role="alert">
          {failureText(activation.error)}
        </p>
      );
    case 'asking':
      return <div className="tv__wait" aria-busy="true" />;
  }
}

function Shown({ code, expiresAtMs }: { code: DeviceCode; expiresAtMs: number }) {
  const { t } = useLingui();
  const { host, pathname } = new URL(code.verification_url);
  const address = host + pathname;
  const left = useCountdown(expiresAtMs);
  return (
    <div className="tv__cols">
      <div>
        <ol className="tv__steps">
          <ScanStep address={address} />
          <li>
            <span>
              <Trans>Log in and enter this code:</Trans>
            </span>
          </li>
        </ol>
        <p className="tv__code d">
          <span aria-hidden="true">{code.user_code}</span>
          <span className="vh">{code.user_code.split('').join(' ')}</span>
        </p>
        <p className="tv__left" role="timer" aria-live="off">
          <Trans>
            New code in <b className="num">{left}</b>
          </Trans>
        </p>
      </div>
      <QrCode
        className="tv__qr"
        text={code.verification_url_complete}
        label={t`QR code that opens the page on your phone`}
      />
    </div>
  );
}

/** The time left until `atMs`, such as "9:41", updated every second. */
function useCountdown(atMs: number): string {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.round((atMs - now) / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
