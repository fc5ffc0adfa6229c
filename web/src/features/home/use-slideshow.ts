import { type FocusEvent, useEffect, useState } from 'react';

/** Time one slide stays. */
export const slideMs = 5000;

function stillWanted(): boolean {
  return window.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false;
}

/**
 * Which slide is shown. It moves on every five seconds, except while the pointer or the focus is on it, while it is
 * paused, or when the person wants no motion. Choosing a slide pauses it: the choice must not be taken away.
 */
export function useSlideshow(count: number) {
  const [index, setIndex] = useState(0);
  const [paused, setPaused] = useState(stillWanted);
  const [held, setHeld] = useState(false);
  const running = !paused && !held && count > 1;
  const shown = index < count ? index : 0;

  useEffect(() => {
    if (!running) return;
    const timer = setTimeout(() => setIndex((shown + 1) % count), slideMs);
    return () => clearTimeout(timer);
  }, [running, shown, count]);

  return {
    index: shown,
    paused,
    running,
    toggle: () => setPaused(!paused),
    choose: (next: number) => {
      setIndex(next);
      setPaused(true);
    },
    /** For the element that holds the slides. */
    hold: {
      onPointerEnter: () => setHeld(true),
      onPointerLeave: () => setHeld(false),
      onFocus: () => setHeld(true),
      onBlur: (event: FocusEvent) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setHeld(false);
      },
    },
  };
}
