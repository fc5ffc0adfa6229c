import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { parseStoryboard, pictureAt } from '../logic/storyboard';
import './scene.css';

interface SceneProps {
  /** Signed address of the storyboard; those of its sheets inherit the signature. */
  url: string;
  /** There may be more in a while: then no room is kept where there is no picture. */
  grows: boolean | undefined;
  /** Seconds from the start of the film or game. */
  at: number;
  /** The signature is refused: the page gets a fresh one. */
  onRenew: () => void;
}

/** Of what grows a storyboard is believed so long. */
const GROWS_MS = 60_000;

/** The small picture of a moment. Its room is there before it is. */
export function Scene({ url, grows, at, onRenew }: SceneProps) {
  const { data: pictures = [], error } = useQuery({
    queryKey: ['storyboard', url],
    queryFn: ({ signal }) => load(url, signal),
    placeholderData: keepPreviousData,
    staleTime: grows ? GROWS_MS : Number.POSITIVE_INFINITY,
    retry: false,
  });
  const refused = error instanceof Refused;
  useEffect(() => {
    if (refused) onRenew();
  }, [refused, onRenew]);
  const picture = pictureAt(pictures, at);
  if (!picture) return grows ? null : <span className="scene" />;
  const { sheet, x, y, width, height } = picture;
  const address = new URL(sheet, new URL(url, document.baseURI)).href;
  return (
    <span className="scene" style={{ width, height }}>
      <img key={address} src={address} alt="" style={{ translate: `${-x}px ${-y}px` }} onError={onRenew} />
    </span>
  );
}

class Refused extends Error {}

async function load(url: string, signal: AbortSignal) {
  const answer = await fetch(new URL(url, document.baseURI), { signal });
  if (answer.status === 401 || answer.status === 403) throw new Refused();
  if (!answer.ok) throw new Error(`storyboard: ${answer.status}`);
  return parseStoryboard(await answer.text());
}
