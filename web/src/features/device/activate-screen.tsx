import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { slidesQuery } from '#/api/queries';
import type { DeviceCode } from '#/api/types';
import { useBootstrap, useTitle } from '#/lib/channel';
import { Button, buttonClass } from '#/ui/button';
import { useFailureText } from '#/ui/failure-text';
import { AppLink } from '#/ui/link';
import { QrCode } from '#/ui/qr-code';
import { type Activation, useActivation } from './use-activation';
import './device.css';

/** A TV shows a code, by which somebody with a phone lets it in. Large type, and a remote control is enough. */
export function ActivateScreen() {
  const { t } = useLingui();
  useTitle(t`Watch on this screen`);
  const { name, logo } = useBootstrap().settings.channel;
  const slide = useQuery(slidesQuery('main')).data?.find((candidate) => candidate.image);
  const { activation, restart } = useActivation();
  return (
    <div className="tv on-media" onKeyDown={moveFocus}>
      {slide && (
        <img className="tv__art" src={slide.image} srcSet={slide.image_srcset || undefined} sizes="100vw" alt="" />
      )}
      <p className="tv__brand">
        {logo && <img src={logo} alt="" />}
        <b className="d">{name}</b>
      </p>
      <div className="tv__main">
        <h1>
          <Trans>Watch on this screen</Trans>
        </h1>
        <Step activation={activation} />
      </div>
      <div className="acts tv__acts">
        <Button key={activation.step} look="media" size="lg" autoFocus onClick={restart}>
          <Trans>New code</Trans>
        </Button>
        <AppLink className={buttonClass('media', 'lg')} href="/login">
          <Trans>Log in with a password</Trans>
        </AppLink>
        <AppLink className={buttonClass('media', 'lg')} href="/">
          <Trans>Not now</Trans>
        </AppLink>
      </div>
    </div>
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
          <Trans>You said no on your phone, so nothing was linked. Get a new code to try again.</Trans>
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
          <li>
            <span>
              <Trans>
                Scan the code with your phone, or open <b className="tv__where">{address}</b> there.
              </Trans>
            </span>
          </li>
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

/** Time until then as "9:41", renewed every second. */
function useCountdown(atMs: number): string {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.round((atMs - now) / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Arrow keys of a remote control go along the buttons. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const way = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (!way) return;
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('a, button')];
  const next = all[all.indexOf(document.activeElement as HTMLElement) + way];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
