import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { passkeysQuery, removePasskey } from '#/api/passkeys';
import { secondFactorQuery } from '#/api/second-factor';
import type { Language, Passkey } from '#/api/types';
import { dateText } from '#/entities/time';
import { viewerZone } from '#/entities/zones';
import { passkeysWork } from '#/lib/passkey';
import { useUser } from '#/lib/session';
import { Button } from '#/ui/button';
import { useFailureText } from '#/ui/failure-text';
import { FieldError } from '#/ui/field';
import { LoadError } from '#/ui/states';
import { showToast } from '#/ui/toast';
import { useNow } from '#/ui/use-now';
import { PasskeyForm } from './passkey-form';

/** The passkeys of the user, each with its remove button, and the form that adds one. */
export function Passkeys() {
  const { data, error, refetch } = useQuery(passkeysQuery());
  const { data: factor } = useQuery(secondFactorQuery());
  const user = useUser();
  const [adding, setAdding] = useState(false);
  return (
    <section className="panel stack" aria-labelledby="passkeys">
      <h2 id="passkeys">
        <Trans>Passkeys</Trans>
      </h2>
      <p>
        <Trans>
          Log in with your fingerprint, your face or your device’s screen lock. No password or code needed, and no one
          can steal a passkey by email.
        </Trans>
      </p>
      {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {data && data.length > 0 && (
        <ul className="sec__ways">
          {data.map((passkey) => (
            <Row key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
      {adding && user && factor ? (
        <PasskeyForm asks={{ password: user.has_password, code: factor.enabled }} onDone={() => setAdding(false)} />
      ) : passkeysWork() ? (
        <div className="acts">
          <Button onClick={() => setAdding(true)}>
            <Trans>Add a passkey</Trans>
          </Button>
        </div>
      ) : (
        <p className="muted">
          <Trans>This browser can’t use passkeys here.</Trans>
        </p>
      )}
    </section>
  );
}

function Row({ passkey: { id, name, domain, added_at, last_used_at } }: { passkey: Passkey }) {
  const { t, i18n } = useLingui();
  const client = useQueryClient();
  const failureText = useFailureText();
  const now = useNow();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const day = (at: string) => dateText(Date.parse(at) / 1000, i18n.locale as Language, viewerZone(), now);
  const added = day(added_at);
  const used = last_used_at && day(last_used_at);
  const end = async () => {
    setBusy(true);
    try {
      await removePasskey(id);
      await client.invalidateQueries({ queryKey: passkeysQuery().queryKey });
      void showToast(t`The passkey is removed.`, { type: 'success' });
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  };
  return (
    <li>
      <KeyRound className="i i-24" aria-hidden="true" />
      <div>
        <b>{name}</b>
        <p className="muted">
          <Trans>Added {added}</Trans>
          {' · '}
          {used ? <Trans>Last used {used}</Trans> : <Trans>Not used yet</Trans>}
          {domain !== location.hostname && ` · ${domain}`}
        </p>
        <div role="alert">{Boolean(error) && <FieldError>{failureText(error)}</FieldError>}</div>
      </div>
      <Button look="line" size="sm" busy={busy} aria-label={t`Remove ${name}`} onClick={() => void end()}>
        <Trans>Remove</Trans>
      </Button>
    </li>
  );
}
