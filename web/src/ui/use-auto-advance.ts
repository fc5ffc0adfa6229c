import { type FocusEvent, useEffect, useState } from 'react';

/** How long something that moves by itself stays. */
export const advanceMs = 5000;

function stillWanted(): boolean {
  return window.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false;
}

/**
 * Calls `advance` every five seconds while `wanted`, except while the pointer or the focus is on it, while it is paused, or
 * from the start when the person wants no motion. `step` restarts the time: pass what is shown.
 */
export function useAutoAdvance(wanted: boolean, advance: () => void, step: unknown) {
  const [paused, setPaused] = useState(stillWanted);
  const [held, setHeld] = useState(false);
  const running = wanted && !paused && !held;

  useEffect(() => {
    if (!running) return;
    const timer = setTimeout(advance, advanceMs);
    return () => clearTimeout(timer);
    // biome-ignore lint/correctness/useExhaustiveDependencies: a new step begins its time anew
  }, [running, advance, step]);

  return {
    paused,
    running,
    pause: () => setPaused(true),
    toggle: () => setPaused(!paused),
    /** For the element that holds what moves. */
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
