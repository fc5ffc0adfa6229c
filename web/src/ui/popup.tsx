import { type ReactNode, Suspense } from 'react';
import { create } from 'zustand';
import { lazy } from '#/lib/lazy';

export interface PopupOptions {
  title: string;
  body?: ReactNode;
  /** Text of the button that resolves; 'OK' when absent. */
  ok?: ReactNode;
  /** Text of the button that rejects; null for a popup that only tells something. */
  cancel?: ReactNode | null;
  danger?: boolean;
}

export interface OpenPopup extends PopupOptions {
  id: number;
  accept: () => void;
  dismiss: () => void;
}

export class PopupCancelled extends Error {
  constructor() {
    super();
    this.name = 'PopupCancelled';
  }
}

const usePopups = create<{ open: OpenPopup[]; count: number }>(() => ({ open: [], count: 0 }));
const Popup = lazy(async () => ({ default: (await import('./popup-view')).PopupView }));

/** Opens a popup. Resolves on OK; rejects with PopupCancelled on cancel, Escape or a press beside it. */
export function openPopup(options: PopupOptions): Promise<void> {
  const { count: id } = usePopups.getState();
  const close = () => usePopups.setState(({ open }) => ({ open: open.filter((other) => other.id !== id) }));
  return new Promise<void>((resolve, reject) => {
    const popup: OpenPopup = { ...options, id, accept: resolve, dismiss: () => reject(new PopupCancelled()) };
    usePopups.setState(({ open }) => ({ open: [...open, popup], count: id + 1 }));
  }).finally(close);
}

/** Shows the popups; once in the app. Later ones lie above earlier ones. Their code is loaded with the first. */
export function PopupHost() {
  const open = usePopups((state) => state.open);
  return (
    <Suspense>
      {open.map((popup) => (
        <Popup key={popup.id} popup={popup} />
      ))}
    </Suspense>
  );
}
