import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Preview } from '#/entities/medium';
import { leavePreviewTurn, takePreviewTurn, wantsPreviews } from '#/lib/preview-turn';

/** How long a card is pointed at, or has the focus, before its preview starts. */
export const PREVIEW_AFTER_MS = 500;

/**
 * The preview that plays now, of the card around an element: after half a second of pointing or focus, until either ends.
 * `load` finds its address when it is needed.
 */
export function usePreview(within: RefObject<HTMLElement | null>, load: () => Promise<Preview | null>): Preview | null {
  const [preview, setPreview] = useState<Preview | null>(null);
  const loads = useRef(load);
  useEffect(() => {
    loads.current = load;
  });
  useEffect(() => {
    const card = within.current?.closest('article');
    return card ? watchCard(card, () => loads.current(), setPreview) : undefined;
  }, [within]);
  return preview;
}

function watchCard(card: HTMLElement, load: () => Promise<Preview | null>, show: (preview: Preview | null) => void) {
  let timer = 0;
  let attempt = 0;
  const stop = () => {
    window.clearTimeout(timer);
    attempt++;
    leavePreviewTurn(stop);
    show(null);
  };
  const begin = async () => {
    takePreviewTurn(stop);
    const mine = ++attempt;
    const found = await load().catch(() => null);
    if (mine === attempt) show(found);
  };
  const start = () => {
    window.clearTimeout(timer);
    if (wantsPreviews()) timer = window.setTimeout(() => void begin(), PREVIEW_AFTER_MS);
  };
  const hide = () => {
    if (document.hidden) stop();
  };
  const focus = ({ target }: FocusEvent) => {
    if (target instanceof Element && target.matches(':focus-visible')) start();
  };
  const events = new AbortController();
  const { signal } = events;
  card.addEventListener('pointerenter', ({ pointerType }) => pointerType === 'mouse' && start(), { signal });
  card.addEventListener('pointerleave', stop, { signal });
  card.addEventListener('focusin', focus, { signal });
  card.addEventListener('focusout', stop, { signal });
  document.addEventListener('visibilitychange', hide, { signal });
  // These scripts may arrive after the pointer or the focus.
  if (card.matches(':hover') || card.querySelector(':focus-visible')) start();
  return () => {
    events.abort();
    stop();
  };
}
