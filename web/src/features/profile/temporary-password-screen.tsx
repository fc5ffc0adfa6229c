import { Trans, useLingui } from '@lingui/react/macro';
import { useBootstrap, useTitle } from '#/lib/channel';
import { useLogOut } from '#/lib/log-out';
import { Button } from '#/ui/button';
import './profile.css';

/** The only page of a user whose password was set by the channel. */
export function TemporaryPasswordScreen() {
  const { t } = useLingui();
  useTitle(t`Your password is temporary`);
  const email = useBootstrap().settings.channel.contact_email;
  const logOut = useLogOut();
  return (
    <div className="wrap page">
      <div className="acct__h">
        <h1>
          <Trans>Your password is temporary</Trans>
        </h1>
      </div>
      <div className="acct acct--alone">
        <div className="stack-l">
          <section className="panel stack">
            <p>
              <Trans>It was set for you and has to be replaced before you can watch.</Trans>
            </p>
            {email && (
              <p>
                <Trans>
                  Write to{' '}
                  <a className="link" href={`mailto:${email}`}>
                    {email}
                  </a>{' '}
                  to get a link for a new one.
                </Trans>
              </p>
            )}
          </section>
          <div className="acts">
            <Button look="line" onClick={() => void logOut()}>
              <Trans>Log out</Trans>
            </Button>
          </div>
        </div>
      </div>
    </div>
  );
}
