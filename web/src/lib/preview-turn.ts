/** At most one preview plays on a page. */

let stopCurrent: (() => void) | null = null;

/** Ends the preview that plays, and notes how the next one ends. */
export function takePreviewTurn(stop: () => void): void {
  if (stopCurrent !== stop) stopCurrent?.();
  stopCurrent = stop;
}

export function leavePreviewTurn(stop: () => void): void {
  if (stopCurrent === stop) stopCurrent = null;
}

const matches = (query: string) => window.matchMedia?.(query).matches ?? false;

/** Whether this device and this viewer are shown previews: a mouse, no wish for less motion, no wish for less data. */
export function wantsPreviews(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return (
    matches('(hover: hover) and (pointer: fine)') &&
    !matches('(prefers-reduced-motion: reduce)') &&
    !matches('(prefers-reduced-data: reduce)') &&
    connection?.saveData !== true
  );
}
