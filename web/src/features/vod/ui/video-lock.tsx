import { Plural, Trans } from '@lingui/react/macro';
import type { VideoDetail } from '#/api/types';
import { selectHref } from '#/entities/choice';
import type { LockedBy } from '#/entities/locked';
import { LoginBox, PurchaseBox } from '#/ui/access-box';
import { AppLink } from '#/ui/link';
import { OnHoldBox } from '#/ui/on-hold-box';
import { ShareButton } from '#/ui/share-button';
import { useVideoLabels } from '../use-video-labels';
import { VideoPicture } from './video-picture';

/** How many passes are named; a channel may sell dozens. */
const NAMED = 4;

/** The poster of a video that this viewer may not watch, with what it takes. */
export function VideoLock({ video, by }: { video: VideoDetail; by: LockedBy }) {
  const labels = useVideoLabels();
  const facts = [labels.date(video), labels.parts(video), labels.length(video.duration)].filter(Boolean);
  return (
    <section className="lock">
      <div className="lock__bg">
        <VideoPicture video={video} wide sizes="100vw" fetchPriority="high" />
      </div>
      <div className="wrap lock__in">
        <div className="on-media">
          <p className="hero__status">
            <span className="slug lock__when">{video.category.title}</span>
            <span className="bits">{facts.join(' · ')}</span>
          </p>
          <h1 className="lock__name">{video.title}</h1>
          <ShareButton path={`/vod_library/${video.id}`} title={video.title} look="media" />
        </div>
        {by === 'login' ? (
          <LoginBox>
            <Trans>Log in and the video begins right here. There is nothing to pay.</Trans>
          </LoginBox>
        ) : by === 'dispute' ? (
          <OnHoldBox />
        ) : (
          <Purchase video={video} />
        )}
      </div>
    </section>
  );
}

function Purchase({ video: { id, access, packages } }: { video: VideoDetail }) {
  const others = packages.length - NAMED;
  return (
    <PurchaseBox
      title={<Trans>For subscribers</Trans>}
      passesTitle={<Trans>Included in</Trans>}
      passes={packages.slice(0, NAMED)}
      hrefOf={(pass) => selectHref(pass, { vod_id: id })}
      more={
        others > 0 && (
          <p className="buybox__more">
            <AppLink href="/packages" className="link">
              <Plural value={others} one="and # more pass" other="and # more passes" />
            </AppLink>
          </p>
        )
      }
    >
      <p className="buybox__p">{access.message}</p>
    </PurchaseBox>
  );
}
