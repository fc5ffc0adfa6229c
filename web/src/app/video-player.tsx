import { useCallback, useMemo, useState } from 'react';
import { groupsOfVideo } from '#/entities/viewed';
import { Leased } from '#/features/leases/leased';
import { itemOfPart } from '#/features/player/control/user-places';
import { chapterAt } from '#/features/player/logic/film';
import { AdvertisedPlayer } from '#/features/player/ui/advertised-player';
import { Reporter } from '#/features/player/ui/reporter';
import { Chapters } from '#/features/vod/ui/chapters';
import type { VideoPlayerSlot } from '#/features/vod/ui/video-screen';
import { StaticBlock } from '#/ui/static-block';

/** The player of a part of a video, the chapters that it has, and the operator’s help. */
export function VideoPlayer({ video, partId, url, storyboard, chapters, ...rest }: VideoPlayerSlot) {
  const film = useMemo(() => ({ storyboard, chapters }), [storyboard, chapters]);
  const [current, setCurrent] = useState(-1);
  const onPosition = useCallback((seconds: number) => setCurrent(chapterAt(chapters, seconds)), [chapters]);
  const [play, setPlay] = useState<{ from: (seconds: number) => void } | null>(null);
  const [onReady] = useState(() => (from: (seconds: number) => void) => setPlay({ from }));
  return (
    <>
      <Leased video={video} onRenew={rest.onRenew}>
        {({ addressOf, onRenew }) => (
          <AdvertisedPlayer
            source={{ item: itemOfPart(partId), url: addressOf(url), live: false }}
            viewed={{ stream_id: partId, stream_type: 'vod', ...groupsOfVideo(video) }}
            film={film}
            interrupted={false}
            {...rest}
            onRenew={onRenew}
          >
            <Reporter onPosition={onPosition} onReady={onReady} />
          </AdvertisedPlayer>
        )}
      </Leased>
      {chapters.length > 0 && (
        <Chapters chapters={chapters} current={current} onChoose={(start) => play?.from(start)} />
      )}
      <StaticBlock name="player_help" className="wrap watch__help" />
    </>
  );
}
