import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { denyDevice, findDevice, linkDevice } from '#/api/device';
import type { Device, Language } from '#/api/types';
import { timeText } from '#/entities/time';
import { viewerZone } from '#/entities/zones';
import { useBootstrap, useTitle } from '#/lib/channel';
import { Button, buttonClass } from '#/ui/button';
import { DeviceIcon } from '#/ui/device-icon';
import { useFailureText } from '#/ui/failure-text';
import { FieldError, TextField } from '#/ui/field';
import { AppLink } from '#/ui/link';
import { ProfileFrame } from '../profile-frame';
import './security.css';

type Step = { at: 'code' } | { at: 'device'; device: Device } | { at: 'linked'; device: Device } | { at: 'denied' };

interface LinkDeviceScreenProps {
  /** From the address that a QR code holds; '' without one. It names a device and lets nothing in. */
  code: string;
}

/** Lets a device in that shows a code: first the code, then which device asks, then yes or no. */
export function LinkDeviceScreen({ code }: LinkDeviceScreenProps) {
  const { t } = useLingui();
  useTitle(t`Link a device`);
  const [step, setStep] = useState<Step>({ at: 'code' });
  return (
    <ProfileFrame title={t`Link a device`} within="/profile/sessions">
      <section className="panel stack" aria-live="polite">
        {step.at === 'code' && <CodeForm code={code} onFound={(device) => setStep({ at: 'device', device })} />}
        {step.at === 'device' && (
          <Judge
            device={step.device}
            onLinked={() => setStep({ at: 'linked', device: step.device })}
            onDenied={() => setStep({ at: 'denied' })}
          />
        )}
        {step.at === 'linked' && <Linked device={step.device} />}
        {step.at === 'denied' && (
          <>
            <h2>
              <Trans>Declined</Trans>
            </h2>
            <p>
              <Trans>The device was not linked, and its code no longer works.</Trans>
            </p>
          </>
        )}
        {(step.at === 'linked' || step.at === 'denied') && (
          <div className="acts">
            <AppLink className={buttonClass('primary')} href="/profile">
              <Trans>Your orders</Trans>
            </AppLink>
            <Button look="line" onClick={() => setStep({ at: 'code' })}>
              <Trans>Link another device</Trans>
            </Button>
          </div>
        )}
      </section>
    </ProfileFrame>
  );
}

function CodeForm({ code, onFound }: { code: string; onFound: (device: Device) => void }) {
  const { t } = useLingui();
  const failureText = useFailureText();
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { code } });
  const look = handleSubmit(async (values) => {
    try {
      onFound(await findDevice(values.code));
    } catch (error) {
      setError('code', { message: failureText(error) }, { shouldFocus: true });
    }
  });
  // Who comes by the QR code is shown the device at once; letting it in still takes a yes.
  const begun = useRef(false);
  useEffect(() => {
    if (!code || begun.current) return;
    begun.current = true;
    void look();
  }, [code, look]);
  return (
    <form className="stack dev__form" noValidate method="post" onSubmit={look}>
      <p>
        <Trans>Enter the code that your TV or other device shows.</Trans>
      </p>
      <TextField
        label={t`Code`}
        type="text"
        placeholder="BCDF-3467"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={20}
        error={formState.errors.code?.message}
        {...register('code', { required: t`Field is required` })}
      />
      <div className="acts">
        <Button type="submit" size="lg" busy={formState.isSubmitting}>
          <Trans>Continue</Trans>
        </Button>
      </div>
    </form>
  );
}

interface JudgeProps {
  device: Device;
  onLinked: () => void;
  onDenied: () => void;
}

function Judge({ device, onLinked, onDenied }: JudgeProps) {
  const { t, i18n } = useLingui();
  const { name: channel } = useBootstrap().settings.channel;
  const failureText = useFailureText();
  const [busy, setBusy] = useState<'yes' | 'no' | null>(null);
  const [problem, setProblem] = useState('');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const decide = async (answer: 'yes' | 'no') => {
    setBusy(answer);
    setProblem('');
    try {
      await (answer === 'yes' ? linkDevice(device.code) : denyDevice(device.code));
      if (answer === 'yes') onLinked();
      else onDenied();
    } catch (error) {
      setProblem(failureText(error));
      setBusy(null);
    }
  };
  const asked = timeText(Date.parse(device.asked_at) / 1000, i18n.locale as Language, viewerZone());
  return (
    <>
      <h2 ref={heading} tabIndex={-1}>
        <Trans>Is this your device?</Trans>
      </h2>
      <div className="dev__card">
        <DeviceIcon kind="tv" />
        <dl className="lines">
          <div>
            <dt>
              <Trans>Device</Trans>
            </dt>
            <dd>{device.name || t`Unnamed`}</dd>
          </div>
          <div>
            <dt>
              <Trans>Place</Trans>
            </dt>
            <dd>{countryName(device.country_code, i18n.locale) || t`Unknown`}</dd>
          </div>
          <div>
            <dt>
              <Trans>Requested at</Trans>
            </dt>
            <dd>{asked}</dd>
          </div>
          <div>
            <dt>
              <Trans>Code</Trans>
            </dt>
            <dd className="num">
              <b>{device.code}</b>
            </dd>
          </div>
        </dl>
      </div>
      <p className="dev__warn">
        <Trans>
          Say yes only if the device is in front of you and shows this exact code. It will be logged in to your account.{' '}
          {channel} never asks for a code by phone, message or email. If someone sent you this one, say no.
        </Trans>
      </p>
      <div role="alert">{problem && <FieldError>{problem}</FieldError>}</div>
      <div className="acts">
        <Button size="lg" busy={busy === 'yes'} disabled={busy === 'no'} onClick={() => void decide('yes')}>
          <Trans>Yes, link it</Trans>
        </Button>
        <Button look="line" size="lg" busy={busy === 'no'} disabled={busy === 'yes'} onClick={() => void decide('no')}>
          <Trans>No, don’t link it</Trans>
        </Button>
      </div>
    </>
  );
}

function Linked({ device }: { device: Device }) {
  const { t } = useLingui();
  const name = device.name || t`Your device`;
  return (
    <>
      <h2>
        <Trans>Linked</Trans>
      </h2>
      <p>
        <Trans>
          <b>{name}</b> is linked and will log in within a few seconds. We sent you an email about it.
        </Trans>
      </p>
    </>
  );
}

/** Name of a country in a language; '' when it is not known. */
function countryName(code: string, language: string): string {
  return (code && new Intl.DisplayNames(language, { type: 'region' }).of(code)) || '';
}
