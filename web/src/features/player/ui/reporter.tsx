import { useEffect } from 'react';
import { usePlayer, usePlayerState } from './context';

export interface ReporterProps {
  /** Where playback is, in whole seconds from the start. */
  onPosition: (seconds: number) => void;
  /** Receives the way to play from a position, in seconds from the start. */
  onReady: (playFrom: (seconds: number) => void) => void;
}

/** Tells the page around a player where it is, and lets it move playback. It shows nothing. */
export function Reporter({ onPosition, onReady }: ReporterProps) {
  const { deck, remote } = usePlayer();
  const at = usePlayerState((s) => Math.max(0, Math.floor(s.position - s.span.start)));
  useEffect(() => onPosition(at), [at, onPosition]);
  useEffect(
    () =>
      onReady((seconds) => {
        remote.seekTo(deck.state.span.start + seconds);
        remote.play();
      }),
    [deck, remote, onReady],
  );
  return null;
}
