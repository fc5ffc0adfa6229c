import { useCallback, useRef, useState } from 'react';
import {
  areLastSeconds,
  type Edge,
  keepSight,
  lastSeconds,
  moveEdge,
  type Range,
  sightOf,
  type Trim,
  USUAL,
} from './logic/trim';

/** What whoever shows the chosen stretch is asked for. Positions are seconds on the recording's timeline. */
export interface PreviewControl {
  video: HTMLVideoElement;
  show: (position: number) => void;
  playFrom: (position: number) => void;
  frame: () => number;
}

/** How much of the end is shown once it has been moved. */
const TAIL = 3;

/** The chosen stretch of what is recorded, and the preview that follows it. At first it ends at a position. */
export function useTrim(at: number, playhead: number, recorded: Range) {
  const [trim, setTrim] = useState<Trim>(() => lastSeconds(at, USUAL, recorded));
  const [sight, setSight] = useState<Range>(() => sightOf(trim, recorded));
  const [preview, setPreview] = useState<PreviewControl | null>(null);
  const latest = useRef(trim);

  const change = (next: Trim) => {
    latest.current = next;
    setTrim(next);
  };
  const move = (edge: Edge, to: number) => {
    const next = moveEdge(latest.current, edge, to, recorded);
    change(next);
    preview?.show(next[edge]);
  };
  const rest = (edge: Edge) => {
    const now = latest.current;
    setSight((before) => keepSight(before, now, recorded));
    preview?.playFrom(edge === 'start' ? now.start : Math.max(now.start, now.end - TAIL));
  };
  const nudge = (edge: Edge, by: number) => {
    move(edge, latest.current[edge] + by);
    rest(edge);
  };
  const takeLast = (seconds: number) => {
    const next = lastSeconds(playhead, seconds, recorded);
    change(next);
    setSight(sightOf(next, recorded));
    preview?.playFrom(next.start);
  };
  const isLast = (seconds: number) => areLastSeconds(trim, playhead, seconds);
  const onReady = useCallback((control: PreviewControl) => setPreview(control), []);
  const frame = () => preview?.frame() ?? 1 / 30;
  return { trim, sight, preview, frame, move, rest, nudge, takeLast, isLast, onReady };
}

export type Trimming = ReturnType<typeof useTrim>;
