import { useState } from 'react';

interface EmbedFrameProps {
  url: string;
  title: string;
  /** Shown until the page has loaded; '' for none. */
  poster?: string;
}

/** What a page of another site may do: run, keep its data, and open a page beside this one; not lead this one anywhere. */
const ALLOWED =
  'allow-scripts allow-same-origin allow-presentation allow-popups allow-popups-to-escape-sandbox allow-forms';

/**
 * The page of another site in the player's place; the server lists whose may be here (frame-src). A player of
 * the channel's own needs no sandbox, which it could leave.
 */
export function EmbedFrame({ url, title, poster = '' }: EmbedFrameProps) {
  const [loaded, setLoaded] = useState('');
  return (
    <div className="eframe on-media">
      {poster && loaded !== url && <img className="eframe__poster" src={poster} alt="" />}
      <iframe
        onLoad={() => setLoaded(url)}
        src={url}
        title={title}
        sandbox={url.startsWith('/') ? undefined : ALLOWED}
        allow="autoplay; fullscreen; picture-in-picture; encrypted-media"
        referrerPolicy="strict-origin-when-cross-origin"
      />
    </div>
  );
}
