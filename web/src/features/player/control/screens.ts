/** Other screens that can show what plays: none known, some in reach, or one that does. */
export type Screens = 'none' | 'reachable' | 'used';

interface AppleVideo extends HTMLVideoElement {
  webkitShowPlaybackTargetPicker?: () => void;
  webkitCurrentPlaybackTargetIsWireless?: boolean;
}

/**
 * Tells which screens there are until the returned function is called: AirPlay's in Safari, elsewhere those of the Remote
 * Playback API, which are Chromecasts in Chromium. Neither needs anybody's script; see docs/adr/0034.
 */
export function watchScreens(video: AppleVideo, tell: (screens: Screens) => void): () => void {
  return video.webkitShowPlaybackTargetPicker ? watchAirPlay(video, tell) : watchRemotes(video, tell);
}

/** Lets the viewer choose one. It has to be called by a press. A choice that is given up is no error. */
export async function chooseScreen(video: AppleVideo): Promise<void> {
  if (video.webkitShowPlaybackTargetPicker) video.webkitShowPlaybackTargetPicker();
  else await video.remote?.prompt();
}

function watchAirPlay(video: AppleVideo, tell: (screens: Screens) => void): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  let reachable = false;
  const say = () => tell(video.webkitCurrentPlaybackTargetIsWireless ? 'used' : reachable ? 'reachable' : 'none');
  video.addEventListener(
    'webkitplaybacktargetavailabilitychanged',
    (event) => {
      reachable = (event as Event & { availability?: string }).availability === 'available';
      say();
    },
    { signal },
  );
  video.addEventListener('webkitcurrentplaybacktargetiswirelesschanged', say, { signal });
  return () => stop.abort();
}

function watchRemotes({ remote }: HTMLVideoElement, tell: (screens: Screens) => void): () => void {
  if (!remote) return () => undefined;
  const stop = new AbortController();
  let reachable = false;
  const say = () => {
    if (stop.signal.aborted) return;
    tell(remote.state === 'connected' ? 'used' : reachable ? 'reachable' : 'none');
  };
  for (const name of ['connecting', 'connect', 'disconnect'])
    remote.addEventListener(name, say, { signal: stop.signal });
  const watching = remote.watchAvailability((available) => {
    reachable = available;
    say();
  });
  // A browser that cannot look for screens all the time has none to offer.
  watching.catch(() => undefined);
  return () => {
    stop.abort();
    void watching.then((id) => remote.cancelWatchAvailability(id)).catch(() => undefined);
  };
}
