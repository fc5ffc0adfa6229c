import { type ReactNode, Suspense } from 'react';
import { create } from 'zustand';
import { lazy } from '#/lib/lazy';

export interface ToastOptions {
  type?: 'success' | 'error' | 'info';
  /** Milliseconds on screen. */
  duration?: number;
  action?: { label: ReactNode; onClick: () => void };
  /** A toast of the same id is replaced, not repeated. */
  id?: string;
}

export const toastDurationMs = 5_000;

const useToaster = create<{ wanted: boolean }>(() => ({ wanted: false }));
const Toaster = lazy(async () => ({ default: (await import('./toaster')).AppToaster }));

/** Shows a message. The toast code is loaded with the first one. */
export async function showToast(message: ReactNode, options: ToastOptions = {}): Promise<void> {
  useToaster.setState({ wanted: true });
  const { toast } = await import('sonner');
  const { type = 'info', duration = toastDurationMs, ...rest } = options;
  toast[type](message, { duration, ...rest });
}

/** Place of the toasts; once in the app. */
export function ToastHost() {
  const wanted = useToaster((state) => state.wanted);
  return wanted ? (
    <Suspense>
      <Toaster />
    </Suspense>
  ) : null;
}
