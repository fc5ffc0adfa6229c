/** Copies the picture that the element shows, so that it can stay while the decoder is rebuilt. False when there is none. */
export function copyPicture(video: HTMLVideoElement, canvas: HTMLCanvasElement): boolean {
  if (video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA || video.videoWidth === 0) return false;
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  try {
    canvas.getContext('2d')?.drawImage(video, 0, 0);
    return true;
  } catch {
    // The browser may refuse to copy a picture, for instance of protected media: then the poster has to do.
    return false;
  }
}
