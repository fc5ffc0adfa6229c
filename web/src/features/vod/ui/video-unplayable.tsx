import { Trans } from '@lingui/react/macro';
import type { VideoDetail } from '#/api/types';
import type { VideoView } from '#/entities/video';
import { StageFrame, StageMessage } from '#/ui/stage-message';
import { VideoPicture } from './video-picture';

/** Why a video does not play for somebody who needs nothing more to watch it. */
export function VideoUnplayable({ video, view }: { video: VideoDetail; view: VideoView }) {
  return (
    <StageFrame label={video.title} picture={<VideoPicture video={video} wide sizes="100vw" />}>
      {view.kind === 'blocked' && view.unknown ? (
        <StageMessage title={<Trans>We cannot tell where you are</Trans>}>
          <Trans>
            This video is available only in certain places. A VPN, a proxy or a private network can hide where you are:
            turn it off or try another network.
          </Trans>
        </StageMessage>
      ) : view.kind === 'blocked' ? (
        <StageMessage title={<Trans>This content is not available in your region</Trans>}>
          <Trans>We don’t have the rights to show this video where you are.</Trans>
        </StageMessage>
      ) : (
        <StageMessage title={<Trans>This video is not ready yet</Trans>}>
          <Trans>Its game has not been recorded yet. Come back later, or choose another part.</Trans>
        </StageMessage>
      )}
    </StageFrame>
  );
}
