import { type RefObject, useEffect } from 'react';
import { loadPreferences } from '../control/memory';
import { commandFor, type Focused } from '../logic/keys';
import type { PlayerHandle } from './context';

/** Elements that handle all keys themselves while the focus is in them. */
const OWNS_KEYS =
  'dialog, [role=dialog], [role=menu], [role=listbox], [role=tablist], [role=combobox], [role=searchbox]';
const FIELD = 'textarea, select, [contenteditable]:not([contenteditable=false])';
const BUTTON = 'button, summary, label, [role=button]';

/**
 * Handles the player's keys wherever the focus is on its page. Fields, menus and dialogs keep their keys. A player in the corner
 * of another page handles only keys that are pressed in it. `disabled` while an advertisement, which has its own keys, is shown.
 */
export function useKeys(
  { remote }: PlayerHandle,
  root: RefObject<HTMLElement | null>,
  wake: () => void,
  disabled: boolean,
) {
  useEffect(() => {
    if (disabled) return;
    // The button that the pointer pressed last. It keeps the focus, but the next Space is not meant for it.
    let pressed: Element | null = null;
    let suppressKeyUp = false; // of Space
    const onPointerDown = ({ target }: Event) => {
      pressed = target instanceof Element ? target.closest(BUTTON) : null;
    };
    const onFocusIn = ({ target }: Event) => {
      if (!(target instanceof Element) || target.closest(BUTTON) !== pressed) pressed = null;
    };
    const onKeyUp = (event: KeyboardEvent) => {
      if (event.key !== ' ') return;
      if (suppressKeyUp) event.preventDefault(); // Firefox presses a button as the key comes up
      suppressKeyUp = false;
    };
    const onKeyDown = (event: KeyboardEvent) => {
      const { target } = event;
      const player = root.current;
      if (event.defaultPrevented || event.isComposing || !player || !(target instanceof HTMLElement)) return;
      const inside = player.contains(target);
      if (target.closest(OWNS_KEYS) || (!inside && isDockedOrCovered(player))) return;
      const focused = focusedKind(target);
      const byPointer = focused === 'button' && target.closest(BUTTON) === pressed;
      const command = commandFor(event, byPointer ? 'other' : focused, inside);
      if (!command || (!loadPreferences().keys && !(inside && command.kind === 'help'))) return;
      event.preventDefault();
      if (event.key === ' ') suppressKeyUp = byPointer;
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
  }, [remote, root, wake, disabled]);
}

/** Reports whether the player is in the corner of another page, or a dialog is open over it. */
function isDockedOrCovered(player: HTMLElement): boolean {
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
  // Other elements that Tab reaches are sliders, or areas that the arrows scroll.
  return target.tabIndex >= 0 ? 'slider' : 'other';
}
