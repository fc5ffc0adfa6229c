import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/** Scrolls an element into view and gives it the focus where the hash of the address is its id. */
export function useAnchor<E extends HTMLElement>(id: string) {
  const ref = useRef<E>(null);
  const named = useLocation({ select: ({ hash }) => hash === id });
  useEffect(() => {
    if (!named) return;
    // After the router has placed the page.
    const frame = requestAnimationFrame(() => {
      ref.current?.scrollIntoView({ block: 'center' });
      ref.current?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [named]);
  return ref;
}
