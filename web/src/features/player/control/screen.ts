/** Full screen and picture in picture, with what iPhones offer instead. */

interface PhoneVideo extends HTMLVideoElement {
  webkitEnterFullscreen?: () => void;
}

export function canFullscreen(video: PhoneVideo): boolean {
  return document.fullscreenEnabled || video.webkitEnterFullscreen !== undefined;
}

export function isFullscreen(root: HTMLElement): boolean {
  return document.fullscreenElement === root;
}

/** Enters or leaves full screen. An iPhone has it for the bare video only. A refusal by the browser is no error. */
export async function toggleFullscreen(root: HTMLElement, video: PhoneVideo): Promise<void> {
  if (isFullscreen(root)) await document.exitFullscreen();
  else if (document.fullscreenEnabled) await root.requestFullscreen({ navigationUI: 'hide' });
  else video.webkitEnterFullscreen?.();
}

export function canPictureInPicture(): boolean {
  return document.pictureInPictureEnabled;
}

export async function togglePictureInPicture(video: HTMLVideoElement): Promise<void> {
  if (document.pictureInPictureElement === video) await document.exitPictureInPicture();
  else await video.requestPictureInPicture();
}
