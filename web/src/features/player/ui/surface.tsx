import { type MouseEvent, type PointerEvent, useRef } from 'react';
import { usePictureAwaited } from '#/lib/slow-line';
import { blur } from '#/ui/blur';
import { SEEK_JUMP } from '../logic/keys';
import { usePlayer, usePlayerState } from './context';

/** Two touches within this time are one gesture. */
const DOUBLE_MS = 300;

interface SurfaceProps {
  poster: string;
  posterSrcSet?: string | undefined;
  posterPlaceholder?: string | undefined;
  wake: (toggle?: boolean) => void;
}

/**
 * The picture and what a press on it does. A mouse plays and pauses, twice is full screen. A finger shows and hides the
 * controls, twice at a side jumps. Everything here has a button and a key as well.
 */
export function Surface({ poster, posterSrcSet, posterPlaceholder = '', wake }: SurfaceProps) {
  const { remote } = usePlayer();
  const begun = usePlayerState((s) => s.begun);
  const frozen = usePlayerState((s) => s.frozen);
  // Its bytes would come before those of the first picture.
  const awaited = usePictureAwaited();
  const touched = useRef(0);

  const onPointerUp = (event: PointerEvent<HTMLDivElement>) => {
    if (event.pointerType === 'mouse') return;
    const twice = event.timeStamp - touched.current < DOUBLE_MS;
    touched.current = twice ? 0 : event.timeStamp;
    const side = sideOf(event);
    if (twice && side !== 0) remote.seekBy(side * SEEK_JUMP, true);
    else wake(true);
  };
  const onClick = (event: MouseEvent<HTMLDivElement>) => {
    event.currentTarget.closest('section')?.focus({ preventScroll: true });
    if ((event.nativeEvent as globalThis.PointerEvent).pointerType === 'mouse') remote.togglePlay();
  };

  return (
    <div className="player__v" data-frozen={frozen || undefined}>
      {/* biome-ignore lint/a11y/useMediaCaption: captions come with the source as text tracks */}
      <video playsInline preload="auto" crossOrigin="anonymous" />
      <canvas aria-hidden="true" />
      {!begun && poster && (
        <img
          className="player__poster"
          src={awaited ? undefined : poster}
          srcSet={awaited ? undefined : posterSrcSet || undefined}
          style={blur(posterPlaceholder)}
          sizes="100vw"
          alt=""
          fetchPriority="high"
        />
      )}
      {/* biome-ignore lint/a11y: a larger target for what the buttons and keys do */}
      <div
        className="player__tap"
        onClick={onClick}
        onDoubleClick={() => remote.toggleFullscreen()}
        onPointerUp={onPointerUp}
      />
    </div>
  );
}

/** Left third -1, right third 1, between 0. */
function sideOf(event: PointerEvent<HTMLDivElement>): -1 | 0 | 1 {
  const { left, width } = event.currentTarget.getBoundingClientRect();
  const at = (event.clientX - left) / width;
  if (at < 1 / 3) return -1;
  return at > 2 / 3 ? 1 : 0;
}
