import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { IdCard } from 'lucide-react';
import { useState } from 'react';
import type { Identity } from '#/api/types';
import { disconnect, identitiesQuery } from '#/api/ways';
import { useBootstrap } from '#/lib/channel';
import { BrandMark } from '#/ui/brand-mark';
import { Button } from '#/ui/button';
import { useFailureText } from '#/ui/failure-text';
import { FieldError } from '#/ui/field';
import { showToast } from '#/ui/toast';

/** The other services by which a user logs in, each with the way to end that; nothing for who has none. */
export function ConnectedLogins() {
  const { data } = useQuery(identitiesQuery());
  if (!data || data.length === 0) return null;
  return (
    <section className="panel stack" aria-labelledby="connected">
      <h2 id="connected">
        <Trans>Connected logins</Trans>
      </h2>
      <ul className="sec__ways">
        {data.map((identity) => (
          <ConnectedLogin key={identity.provider} identity={identity} />
        ))}
      </ul>
    </section>
  );
}

function ConnectedLogin({ identity: { provider, email } }: { identity: Identity }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const failureText = useFailureText();
  const channel = useBootstrap().settings.channel.name;
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const names = { google: 'Google', facebook: 'Facebook', remote: t`${channel} membership` };
  const name = names[provider];
  const end = async () => {
    setBusy(true);
    try {
      await disconnect(provider);
      await client.invalidateQueries({ queryKey: identitiesQuery().queryKey });
      void showToast(t`${name} is disconnected.`, { type: 'success' });
    } catch (failure) {
      setError(failureText(failure));
      setBusy(false);
    }
  };
  return (
    <li>
      {provider === 'remote' ? <IdCard className="i i-24" aria-hidden="true" /> : <BrandMark provider={provider} />}
      <div>
        <b>{name}</b>
        {email && <p className="muted">{email}</p>}
        <div role="alert">{error && <FieldError>{error}</FieldError>}</div>
      </div>
      <Button look="line" size="sm" busy={busy} aria-label={t`Disconnect ${name}`} onClick={() => void end()}>
        <Trans>Disconnect</Trans>
      </Button>
    </li>
  );
}
