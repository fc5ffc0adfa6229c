import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { beginSecondFactor, confirmSecondFactor } from '#/api/second-factor';
import type { Enrolment } from '#/api/types';
import { useUser } from '#/lib/session';
import { OtherProofs } from '#/ui/account/other-proofs';
import { PasswordField, TextField } from '#/ui/field';
import { QrCode } from '#/ui/qr-code';
import { BeginWithoutPassword } from './begin-without-password';
import { Actions, useOneField } from './one-field';

interface SetUpProps {
  onDone: (codes: string[]) => void;
  onCancel: () => void;
}

/** The password, then a secret for the app, then a code that shows that the app has it. */
export function SetUp({ onDone, onCancel }: SetUpProps) {
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null);
  const user = useUser();
  if (enrolment) return <Confirm enrolment={enrolment} onDone={onDone} onCancel={onCancel} />;
  const First = user?.has_password ? Begin : BeginWithoutPassword;
  return <First onBegun={setEnrolment} onCancel={onCancel} />;
}

function Begin({ onBegun, onCancel }: { onBegun: (enrolment: Enrolment) => void; onCancel: () => void }) {
  const { t } = useLingui();
  const { field, submit, busy } = useOneField(async (password) => onBegun(await beginSecondFactor(password)));
  return (
    <form className="stack sec__form" noValidate method="post" onSubmit={submit}>
      <p>
        <Trans>Enter your password first, so that we know it is you.</Trans>
      </p>
      <PasswordField label={t`Password`} autoComplete="current-password" autoFocus {...field()} />
      <OtherProofs onProven={() => void submit()} />
      <Actions action={<Trans>Continue</Trans>} busy={busy} onCancel={onCancel} />
    </form>
  );
}

function Confirm({ enrolment, onDone, onCancel }: SetUpProps & { enrolment: Enrolment }) {
  const { t } = useLingui();
  const { field, submit, busy } = useOneField(async (code) => onDone(await confirmSecondFactor(code)));
  const typed = enrolment.secret.match(/.{1,4}/g)?.join(' ') ?? '';
  return (
    <form className="sec__scan" noValidate method="post" onSubmit={submit}>
      <QrCode className="sec__qr" text={enrolment.otpauth_url} label={t`QR code for your authenticator app`} />
      <div className="stack">
        <p>
          <Trans>
            Scan this with an authenticator app, such as Google Authenticator, Microsoft Authenticator or the one of
            your password manager.
          </Trans>
        </p>
        <p>
          <Trans>Turning it on logs out all your other devices.</Trans>
        </p>
        <div>
          <p className="label">
            <Trans>Or type this key into the app</Trans>
          </p>
          <p className="sec__key">
            <code>{typed}</code>
          </p>
        </div>
        <TextField
          label={t`The 6 digits that the app shows now`}
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          spellCheck={false}
          autoFocus
          {...field(t`Field is required`)}
        />
        <Actions action={<Trans>Turn it on</Trans>} busy={busy} onCancel={onCancel} />
      </div>
    </form>
  );
}
