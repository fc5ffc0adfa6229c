import { Trans } from '@lingui/react/macro';

/** LIVE, with the game's clock beside it where there is one. The only thing on a page that moves. */
export function LiveBadge({ clock = '', large = false }: { clock?: string; large?: boolean }) {
  return (
    <span className={large ? 'air air--lg' : 'air'}>
      <span className="live">
        <Trans context="badge">Live</Trans>
      </span>
      {clock && <span className="slug">{clock}</span>}
    </span>
  );
}
