import { Trans } from '@lingui/react/macro';
import { shortSpan } from '#/entities/duration';
import { usePlayer, usePlayerState } from './context';

/** LIVE when the viewer is; how far behind, and the way back, when not. */
export function LiveButton() {
  const { remote } = usePlayer();
  const live = usePlayerState((s) => s.live);
  const atEdge = usePlayerState((s) => s.atEdge && s.phase !== 'pause');
  const behind = usePlayerState((s) => Math.round(s.behind));
  if (!live) return null;
  const late = shortSpan(behind);
  return (
    <button type="button" className={atEdge ? 'golive golive--edge' : 'golive'} onClick={() => remote.seekEdge()}>
      <i aria-hidden="true" />
      {atEdge ? (
        <b>
          <Trans>Live</Trans>
        </b>
      ) : (
        <Trans>
          <span>{late} behind</span> <b>Go live</b>
        </Trans>
      )}
    </button>
  );
}
