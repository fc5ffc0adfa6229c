import { useEffect, useRef } from 'react';
import { type Range, shareAt } from '../logic/trim';

const COUNT = 10;
const WIDTH = 160;
const HEIGHT = 90;

/**
 * Pictures along what is in sight, each taken from the preview when it comes by there. They only help to find one's way, so
 * that a place without a picture stays dark.
 */
export function Pictures({ video, sight }: { video: HTMLVideoElement | null; sight: Range }) {
  const { from, to } = sight;
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const cells = [...(row.current?.querySelectorAll('canvas') ?? [])];
    const done = new Set<number>();
    for (const cell of cells) cell.getContext('2d')?.clearRect(0, 0, WIDTH, HEIGHT);
    if (!video) return;
    const take = () => {
      const at = video.currentTime;
      if (at < from || at > to || video.videoWidth === 0) return;
      const index = Math.min(COUNT - 1, Math.floor(shareAt({ from, to }, at) * COUNT));
      const cell = cells[index];
      if (!cell || done.has(index) || !draw(cell, video)) return;
      done.add(index);
    };
    video.addEventListener('timeupdate', take);
    video.addEventListener('seeked', take);
    return () => {
      video.removeEventListener('timeupdate', take);
      video.removeEventListener('seeked', take);
    };
  }, [video, from, to]);
  return (
    <div className="strip__f" ref={row} aria-hidden="true">
      {Array.from({ length: COUNT }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a picture is its place
        <canvas key={i} width={WIDTH} height={HEIGHT} />
      ))}
    </div>
  );
}

function draw(cell: HTMLCanvasElement, video: HTMLVideoElement): boolean {
  try {
    cell.getContext('2d')?.drawImage(video, 0, 0, WIDTH, HEIGHT);
    return true;
  } catch {
    // The browser may refuse to copy a picture, for instance of protected media.
    return false;
  }
}
