import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { watchableHereQuery } from '#/api/watchable-here';
import { VideoCard } from '#/features/vod/ui/video-card';
import { buttonClass } from '#/ui/button';
import { EventCard } from '#/ui/card';
import { AppLink } from '#/ui/link';
import { Rail } from '#/ui/rail';
import '#/features/vod/vod.css';

/** What can be watched instead of a game that the viewer's place forbids. The server says what that is. */
export function WatchableHere({ id }: { id: number }) {
  const { data } = useQuery(watchableHereQuery(id));
  if (!data) return null;
  const { videos, events } = data;
  if (videos.length === 0 && events.length === 0) return <Nothing />;
  return (
    <>
      {videos.length > 0 && (
        <Rail title={<Trans>Parts of this game you can watch here</Trans>} count={videos.length}>
          {videos.map((video) => (
            <li key={video.id}>
              <VideoCard video={video} />
            </li>
          ))}
        </Rail>
      )}
      {events.length > 0 && (
        <Rail title={<Trans>Games you can watch here</Trans>} count={events.length}>
          {events.map((event) => (
            <li key={event.id}>
              <EventCard event={event} />
            </li>
          ))}
        </Rail>
      )}
    </>
  );
}

function Nothing() {
  return (
    <section className="wrap sec">
      <p>
        <Trans>
          Nothing on this channel is available where you are right now. Everything you bought stays in your account.
        </Trans>
      </p>
      <AppLink className={buttonClass('line', 'sm')} href="/schedule">
        <Trans>See the schedule</Trans>
      </AppLink>
    </section>
  );
}
