import { Trans, useLingui } from '@lingui/react/macro';
import { useBootstrap, useTitle } from '#/lib/channel';
import { ChannelPage } from './channel-page';
import './prose.css';

interface LegalPageProps {
  /** The channel's own page, or null: then the bundled neutral text stands in for it. */
  id: number | null;
  topic: 'about' | 'privacy' | 'terms';
}

export function LegalPage({ id, topic }: LegalPageProps) {
  if (id !== null) return <ChannelPage id={id} />;
  if (topic === 'about') return <NeutralAbout />;
  return topic === 'privacy' ? <NeutralPrivacy /> : <NeutralTerms />;
}

function NeutralAbout() {
  const { t } = useLingui();
  const { name, tagline } = useBootstrap().settings.channel;
  useTitle(t`About ${name}`);
  return (
    <article className="wrap page prose">
      <h1>
        <Trans>About {name}</Trans>
      </h1>
      {tagline && <p>{tagline}</p>}
      <p>
        <Trans>{name} shows games live and on demand, on any screen with a browser.</Trans>
      </p>
      <Questions />
    </article>
  );
}

function NeutralPrivacy() {
  const { t } = useLingui();
  const { name } = useBootstrap().settings.channel;
  useTitle(t`Privacy policy`);
  return (
    <article className="wrap page prose">
      <h1>
        <Trans>Privacy policy</Trans>
      </h1>
      <p>
        <Trans>
          {name} keeps what you enter when you create an account, what you buy and what you watch, to give you access to
          it. Card details are handled by the payment provider and are not kept here.
        </Trans>
      </p>
      <p>
        <Trans>
          Your browser stores a session key, your language and where you left off in a game. After you log in, a cookie
          remembers this device, so that other people’s wrong passwords do not lock you out. News is sent only if you
          agreed to it, and you can withdraw that at any time.
        </Trans>
      </p>
      <Questions />
    </article>
  );
}

function NeutralTerms() {
  const { t } = useLingui();
  const { name } = useBootstrap().settings.channel;
  useTitle(t`Terms and conditions`);
  return (
    <article className="wrap page prose">
      <h1>
        <Trans>Terms and conditions</Trans>
      </h1>
      <p>
        <Trans>
          {name} shows live and recorded events for your own use. You may not record, share or show them in public
          unless {name} offers a way to do so.
        </Trans>
      </p>
      <p>
        <Trans>
          An account belongs to one person. Some events are free, some need an account and some have to be bought; the
          price with taxes is shown before you pay. All sales are final.
        </Trans>
      </p>
      <Questions />
    </article>
  );
}

function Questions() {
  const email = useBootstrap().settings.channel.contact_email;
  if (!email) return null;
  return (
    <p>
      <Trans>
        Questions? Write to <a href={`mailto:${email}`}>{email}</a>.
      </Trans>
    </p>
  );
}
