import { Trans } from '@lingui/react/macro';
import { useBootstrap } from '#/lib/channel';
import { AppLink } from '#/ui/link';

/** In CSS pixels. */
const HEIGHT = 38;

export function Logo() {
  const { name, tagline, logo, logo_srcset, logo_width, logo_height } = useBootstrap().settings.channel;
  const width = logo_height ? Math.round((HEIGHT * logo_width) / logo_height) : undefined;
  return (
    <AppLink className="logo" href="/" aria-current={undefined}>
      {logo && (
        <img
          src={logo}
          srcSet={logo_srcset || undefined}
          sizes={logo_srcset && `${width}px`}
          alt=""
          width={width}
          height={HEIGHT}
        />
      )}
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
