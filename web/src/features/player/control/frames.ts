/**
 * Calls back with every picture that is shown, or as often as the page is painted where the browser does not tell, until the
 * returned function is called.
 */
export function onEachFrame(video: HTMLVideoElement, act: () => void): () => void {
  let stopped = false;
  const told = 'requestVideoFrameCallback' in video;
  const wait = () => (told ? video.requestVideoFrameCallback(step) : requestAnimationFrame(step));
  const step = () => {
    if (stopped) return;
    act();
    wait();
  };
  wait();
  return () => {
    stopped = true;
  };
}
