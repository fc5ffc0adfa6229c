import { Trans } from '@lingui/react/macro';
import type { VideoDetail } from '#/api/types';
import { StageFrame, StageMessage } from '#/ui/stage-message';
import { VideoPicture } from './video-picture';

/** Why a video does not play for somebody who needs nothing more to watch it. */
export function VideoUnplayable({ video, blocked }: { video: VideoDetail; blocked: boolean }) {
  return (
    <StageFrame label={video.title} picture={<VideoPicture video={video} wide sizes="100vw" />}>
      {blocked ? (
        <StageMessage title={<Trans>This content is not available in your region</Trans>}>
          <Trans>The rights for this video do not cover the place you are watching from.</Trans>
        </StageMessage>
      ) : (
        <StageMessage title={<Trans>This video is not ready yet</Trans>}>
          <Trans>Its game has not been recorded so far. Come back later, or choose another part.</Trans>
        </StageMessage>
      )}
    </StageFrame>
  );
}
