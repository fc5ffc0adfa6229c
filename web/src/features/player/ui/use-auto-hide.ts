import { type RefObject, useCallback, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { PlayerHandle } from './context';

const HIDE_AFTER_MS = 3000;

/**
 * Whether the controls are out of sight. They stay while paused, while something is open, while the mouse rests on them,
 * and while a keyboard user is in them; the focus a mouse click leaves behind does not count, or they would never go.
 */
export function useAutoHide({ deck }: PlayerHandle, root: RefObject<HTMLElement | null>) {
  const playing = useStore(deck.store, (s) => s.phase === 'play' || s.phase === 'seek');
  const [turn, setTurn] = useState(0);
  const [quiet, setQuiet] = useState(false);

  /** Shows the controls; with `toggle` hides them when they are shown. */
  const wake = useCallback((toggle = false) => {
    setQuiet((was) => toggle && !was);
    setTurn((n) => n + 1);
  }, []);

  useEffect(() => {
    if (!playing) return;
    const timer = setInterval(() => setQuiet((was) => was || !isBusy(root.current)), HIDE_AFTER_MS);
    return () => clearInterval(timer);
    // Every sign of life starts the wait anew.
  }, [playing, turn, root]);

  useEffect(() => {
    const at = root.current;
    if (!at) return;
    const stop = new AbortController();
    const { signal } = stop;
    const onMove = (event: PointerEvent) => event.pointerType === 'mouse' && wake();
    at.addEventListener('pointermove', onMove, { signal, passive: true });
    at.addEventListener('focusin', () => wake(), { signal });
    at.addEventListener('pointerleave', () => setQuiet(!isBusy(at)), { signal });
    return () => stop.abort();
  }, [root, wake]);

  return { quiet: quiet && playing, wake };
}

function isBusy(root: HTMLElement | null): boolean {
  if (!root) return false;
  if (root.querySelector('dialog[open], .p-ui:hover')) return true;
  const focused = document.activeElement;
  return focused !== root && root.contains(focused) && !!focused?.matches(':focus-visible');
}
