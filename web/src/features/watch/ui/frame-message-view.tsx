import { Trans, useLingui } from '@lingui/react/macro';
import { longDateText, timeText } from '#/entities/time';
import { eventZone } from '#/entities/zones';
import { useEventLabels } from '#/ui/event-labels';
import { GeoNote } from '#/ui/geo-note';
import { StageMessage } from '#/ui/stage-message';
import type { Opens, View } from '../logic/view';

/** Why nothing plays, in the player's place. */
export function FrameMessageView({ view }: { view: View }) {
  const { kind } = view;
  if (kind === 'blocked') return <Blocked view={view} />;
  if (kind === 'starting') {
    return (
      <StageMessage title={<Trans>The picture is on its way</Trans>} busy>
        <Trans>The game is live. Playback begins here automatically in a moment.</Trans>
      </StageMessage>
    );
  }
  if (kind === 'processing') {
    return (
      <StageMessage title={<Trans>The recording is being prepared</Trans>} busy>
        <Trans>The game is over. You can watch it here in full as soon as it is ready.</Trans>
      </StageMessage>
    );
  }
  return (
    <StageMessage title={<Trans>There is no recording of this game</Trans>}>
      <Trans>It was not broadcast, or its recording is no longer available.</Trans>
    </StageMessage>
  );
}

/** Why nothing plays where the viewer is, and when that changes. */
function Blocked({ view: { opens, unknown } }: { view: Extract<View, { kind: 'blocked' }> }) {
  if (unknown) {
    return (
      <StageMessage title={<Trans>We cannot tell where you are</Trans>}>
        <Trans>
          This game is available only in certain places. A VPN, a proxy or a private network can hide where you are:
          turn it off or try another network.
        </Trans>{' '}
        {opens && <Opening opens={opens} />}
      </StageMessage>
    );
  }
  if (!opens) {
    return (
      <StageMessage title={<Trans>This content is not available in your region</Trans>}>
        <Trans>We don’t have the rights to show this game where you are.</Trans> <GeoNote />
      </StageMessage>
    );
  }
  return (
    <StageMessage title={<Trans>This game is not available in your region yet</Trans>}>
      <Opening opens={opens} /> <GeoNote />
    </StageMessage>
  );
}

/** When a game that is blacked out can be watched. */
export function Opening({ opens }: { opens: Opens }) {
  const { t } = useLingui();
  const { lang, zone: viewer } = useEventLabels();
  const zone = opens.venue ? eventZone({ ...opens.venue, time_tba: false }, viewer) : viewer;
  const opening = (at: number) => `${longDateText(at, lang, zone)}, ${timeText(at, lang, zone)}`;
  const when = opens.at === null ? null : opening(opens.at);
  const hours = Math.ceil(opens.after / 3600);
  if (when !== null) return <Trans>You can watch it here from {when}.</Trans>;
  if (hours === 0) return <Trans>You can watch it here once it is over.</Trans>;
  if (hours === 1) return <Trans>You can watch it here one hour after it is over.</Trans>;
  return t`You can watch it here ${hours} hours after it is over.`;
}
