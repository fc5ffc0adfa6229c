import { type RefObject, useEffect } from 'react';
import { loadPreferences } from '../control/memory';
import { commandFor, type Focused } from '../logic/keys';
import type { PlayerHandle } from './context';

/** What takes all keys while the focus is in it. */
const APART = 'dialog, [role=dialog], [role=menu], [role=listbox], [role=tablist], [role=combobox], [role=searchbox]';
const FIELD = 'textarea, select, [contenteditable]:not([contenteditable=false])';
const BUTTON = 'button, summary, label, [role=button]';

/**
 * Handles the player's keys wherever the focus is on its page: fields, menus and dialogs keep theirs. A player in the corner
 * of another page handles only keys that are pressed in it. Off while an advertisement, which has its own keys, is shown.
 */
export function useKeys({ remote }: PlayerHandle, root: RefObject<HTMLElement | null>, wake: () => void, off: boolean) {
  useEffect(() => {
    if (off) return;
    // The button that the pointer pressed last. It keeps the focus, but the next Space is not meant for it.
    let pressed: Element | null = null;
    let swallowed = false;
    const onPointerDown = ({ target }: Event) => {
      pressed = target instanceof Element ? target.closest(BUTTON) : null;
    };
    const onFocusIn = ({ target }: Event) => {
      if (!(target instanceof Element) || target.closest(BUTTON) !== pressed) pressed = null;
    };
    const onKeyUp = (event: KeyboardEvent) => {
      if (swallowed && event.key === ' ') event.preventDefault(); // Firefox presses a button as the key comes up
      swallowed = false;
    };
    const onKeyDown = (event: KeyboardEvent) => {
      const { target } = event;
      const player = root.current;
      if (event.defaultPrevented || event.isComposing || !player || !(target instanceof HTMLElement)) return;
      const inside = player.contains(target);
      if (target.closest(APART) || (!inside && isElsewhere(player))) return;
      const byPointer = pressed !== null && target.closest(BUTTON) === pressed;
      const command = commandFor(event, byPointer ? 'other' : focusedKind(target), inside);
      if (!command || (!loadPreferences().keys && !(inside && command.kind === 'help'))) return;
      event.preventDefault();
      swallowed = byPointer;
      if (event.repeat && command.kind.startsWith('toggle')) return;
      wake();
      remote.run(command);
    };
    const listening = new AbortController();
    const { signal } = listening;
    document.addEventListener('pointerdown', onPointerDown, { signal, capture: true });
    document.addEventListener('focusin', onFocusIn, { signal });
    document.addEventListener('keydown', onKeyDown, { signal });
    document.addEventListener('keyup', onKeyUp, { signal });
    return () => listening.abort();
  }, [remote, root, wake, off]);
}

/** The page around a player is not its own: it is in the corner, or a dialog is open over it. */
function isElsewhere(player: HTMLElement): boolean {
  return player.closest('[data-docked]') !== null || document.querySelector('dialog[open]') !== null;
}

export function focusedKind(target: HTMLElement): Focused {
  if (target instanceof HTMLInputElement) {
    if (target.type === 'range') return 'slider';
    return target.type === 'radio' || target.type === 'checkbox' ? 'choice' : 'field';
  }
  if (target.closest(FIELD)) return 'field';
  if (target.closest(BUTTON)) return 'button';
  if (target.closest('a')) return 'link';
  // What can be reached by Tab and is no button scrolls by the arrows, or is a slider.
  return target.tabIndex >= 0 ? 'slider' : 'other';
}
