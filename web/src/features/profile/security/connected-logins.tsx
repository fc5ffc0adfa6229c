import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { IdCard } from 'lucide-react';
import { useState } from 'react';
import { hasCode } from '#/api/failure';
import { secondFactorQuery } from '#/api/second-factor';
import type { Identity } from '#/api/types';
import { disconnect, identitiesQuery, type SocialProvider } from '#/api/ways';
import { useBootstrap } from '#/lib/channel';
import { useUser } from '#/lib/session';
import { BrandMark } from '#/ui/brand-mark';
import { Button } from '#/ui/button';
import { useFailureText } from '#/ui/failure-text';
import { FieldError } from '#/ui/field';
import { AppLink } from '#/ui/link';
import { showToast } from '#/ui/toast';
import { ConnectForm } from './connect-form';
import { providerNames } from './provider-names';
import { useFinishedConnection } from './use-finished-connection';

/** The other services by which a user logs in, or may; each with the way to change that. Nothing where there is none. */
export function ConnectedLogins() {
  const { data } = useQuery(identitiesQuery());
  const { data: factor } = useQuery(secondFactorQuery());
  const user = useUser();
  const { finishing, problem } = useFinishedConnection();
  const offered = useBootstrap().settings.auth.social;
  const [chosen, setChosen] = useState<SocialProvider | null>(null);
  if (!data || !user) return null;
  const others = offered.filter((provider) => !data.some((identity) => identity.provider === provider));
  if (data.length === 0 && others.length === 0) return null;
  const connecting = others.find((provider) => provider === chosen);
  return (
    <section className="panel stack" aria-labelledby="connected">
      <h2 id="connected">
        <Trans>Connected logins</Trans>
      </h2>
      <div role="alert">{problem && <FieldError>{problem}</FieldError>}</div>
      <ul className="sec__ways">
        {data.map((identity) => (
          <ConnectedLogin key={identity.provider} identity={identity} />
        ))}
        {others.map((provider) => (
          <OtherLogin
            key={provider}
            provider={provider}
            busy={finishing}
            onConnect={connecting === provider ? null : () => setChosen(provider)}
          />
        ))}
      </ul>
      {connecting && factor && (
        <ConnectForm
          key={connecting}
          provider={connecting}
          name={providerNames[connecting]}
          asks={{ password: user.has_password, code: factor.enabled }}
          onCancel={() => setChosen(null)}
        />
      )}
    </section>
  );
}

function ConnectedLogin({ identity: { provider, email } }: { identity: Identity }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const failureText = useFailureText();
  const channel = useBootstrap().settings.channel.name;
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const names = { ...providerNames, remote: t`${channel} membership` };
  const name = names[provider];
  const end = async () => {
    setBusy(true);
    try {
      await disconnect(provider);
      await client.invalidateQueries({ queryKey: identitiesQuery().queryKey });
      void showToast(t`${name} is disconnected.`, { type: 'success' });
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  };
  return (
    <li>
      {provider === 'remote' ? <IdCard className="i i-24" aria-hidden="true" /> : <BrandMark provider={provider} />}
      <div>
        <b>{name}</b>
        {email && <p className="muted">{email}</p>}
        <div role="alert">
          {Boolean(error) && <FieldError>{failureText(error)}</FieldError>}
          {hasCode(error, 'last_way_in') && (
            <AppLink className="link" href="/profile/edit">
              <Trans>Set a password</Trans>
            </AppLink>
          )}
        </div>
      </div>
      <Button look="line" size="sm" busy={busy} aria-label={t`Disconnect ${name}`} onClick={() => void end()}>
        <Trans>Disconnect</Trans>
      </Button>
    </li>
  );
}

interface OtherLoginProps {
  provider: SocialProvider;
  busy: boolean;
  /** Null while it is under way. */
  onConnect: (() => void) | null;
}

function OtherLogin({ provider, busy, onConnect }: OtherLoginProps) {
  const { t } = useLingui();
  const name = providerNames[provider];
  return (
    <li>
      <BrandMark provider={provider} />
      <div>
        <b>{name}</b>
        <p className="muted">
          <Trans>Not connected</Trans>
        </p>
      </div>
      {onConnect && (
        <Button look="line" size="sm" busy={busy} aria-label={t`Connect ${name}`} onClick={onConnect}>
          <Trans>Connect</Trans>
        </Button>
      )}
    </li>
  );
}
