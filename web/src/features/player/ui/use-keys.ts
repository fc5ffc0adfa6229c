import { type KeyboardEvent, useCallback } from 'react';
import { loadPreferences } from '../control/memory';
import { commandFor, type Focused } from '../logic/keys';
import type { PlayerHandle } from './context';

/** Handles the player's keys; pass the result to the element that contains the player. */
export function useKeys({ remote }: PlayerHandle, wake: () => void) {
  return useCallback(
    (event: KeyboardEvent<HTMLElement>) => {
      const target = event.target as HTMLElement;
      if (event.defaultPrevented || target.closest('dialog')) return;
      const command = commandFor(event, focusedKind(target));
      if (!command || (!loadPreferences().keys && command.kind !== 'help')) return;
      event.preventDefault();
      wake();
      remote.run(command);
    },
    [remote, wake],
  );
}

export function focusedKind(target: HTMLElement): Focused {
  if (target instanceof HTMLInputElement) {
    if (target.type === 'range') return 'slider';
    return target.type === 'radio' || target.type === 'checkbox' ? 'choice' : 'field';
  }
  if (target.getAttribute('role') === 'slider') return 'slider';
  return target.closest('button, a') ? 'button' : 'other';
}
