import { Trans } from '@lingui/react/macro';
import { useBootstrap } from '#/lib/channel';
import { AppLink } from '#/ui/link';

export function Logo() {
  const { name, tagline, logo } = useBootstrap().settings.channel;
  return (
    <AppLink className="logo" href="/" aria-current={undefined}>
      {logo && <img src={logo} alt="" height={38} />}
      <span>
        <b>{name}</b>
        {tagline && <small>{tagline}</small>}
        <span className="vh">
          <Trans>home</Trans>
        </span>
      </span>
    </AppLink>
  );
}
