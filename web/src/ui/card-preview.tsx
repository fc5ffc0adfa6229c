import { useEffect, useRef, useState } from 'react';
import type { Media } from '#/api/types';
import { chosenPreview, type Preview } from '#/entities/medium';
import './card-preview.css';
import { usePreview } from './use-preview';

interface CardPreviewProps {
  /** Asks for the media of what the card shows, with their addresses. */
  load: () => Promise<readonly Media[]>;
}

/** The silent preview over a card's picture while the card is pointed at; decorative, and nothing until then. */
export function CardPreview({ load }: CardPreviewProps) {
  const place = useRef<HTMLSpanElement>(null);
  const preview = usePreview(place, async () => chosenPreview(await load(), playsFilm()));
  return (
    <span ref={place} className="cpreview" aria-hidden="true">
      {preview && <Shown key={preview.url} preview={preview} />}
    </span>
  );
}

function playsFilm(): boolean {
  return document.createElement('video').canPlayType('video/mp4; codecs="avc1.4d401f"') !== '';
}

/** Invisible until its first picture is there. */
function Shown({ preview: { url, isFilm } }: { preview: Preview }) {
  const [ready, setReady] = useState(false);
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    void element.play().catch(() => {}); // a browser may refuse: the poster stays
    return () => {
      element.pause();
      element.removeAttribute('src');
      element.load(); // ends the download
    };
  }, []);
  const className = ready ? 'cpreview__m cpreview__m--on' : 'cpreview__m';
  const show = () => setReady(true);
  if (!isFilm) return <img className={className} src={url} alt="" onLoad={show} />;
  return (
    <video
      ref={video}
      className={className}
      src={url}
      muted
      loop
      playsInline
      preload="auto"
      tabIndex={-1}
      disablePictureInPicture
      disableRemotePlayback
      onPlaying={show}
    />
  );
}
