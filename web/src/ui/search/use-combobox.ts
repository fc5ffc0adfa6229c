import { type KeyboardEvent, useEffect, useId, useState } from 'react';

interface ComboboxOptions {
  /** How many options there are. */
  count: number;
  /** Identifies the options. When it changes, no option is active. */
  optionsKey: string;
  onOpen: (index: number) => void;
}

/**
 * The keys of an editable combobox with a list, after the ARIA Authoring Practices Guide. The arrows up and down move
 * through the options, Enter opens the active one, and Escape closes the list. Keys that move the caret return to the text.
 */
export function useCombobox({ count, optionsKey, onOpen }: ComboboxOptions) {
  const id = useId();
  const [state, setState] = useState({ optionsKey, active: -1, closed: false });
  const { active, closed } = state.optionsKey === optionsKey ? state : { active: -1, closed: false };
  const setActive = (next: number) => setState({ optionsKey, active: next, closed });
  const setClosed = (next: boolean) => setState({ optionsKey, active: next ? -1 : active, closed: next });
  const open = count > 0 && !closed;
  const at = open && active < count ? active : -1;
  const optionId = (index: number) => `${id}-${index}`;

  useEffect(() => {
    if (at >= 0) document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' });
  }, [at, id]);

  const step = (by: 1 | -1) => {
    // Index -1 is the text itself, so the cycle has one position more than there are options.
    const positions = count + 1;
    setState({ optionsKey, active: ((at + 1 + by + positions) % positions) - 1, closed: false });
  };

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    switch (event.key) {
      case 'ArrowDown':
      case 'ArrowUp':
        if (count === 0) return;
        event.preventDefault();
        if (event.altKey) return setClosed(event.key === 'ArrowUp');
        return step(event.key === 'ArrowDown' ? 1 : -1);
      case 'Home':
      case 'End':
      case 'ArrowLeft':
      case 'ArrowRight':
        return setActive(-1);
      case 'Enter':
        if (at < 0) return;
        event.preventDefault();
        return onOpen(at);
      case 'Escape':
        if (!open) return;
        event.preventDefault(); // keep the surrounding panel open
        return setClosed(true);
      default:
    }
  };

  return {
    open,
    active: at,
    close: () => setClosed(true),
    reopen: () => setClosed(false),
    optionId,
    listId: id,
    field: {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': open,
      'aria-controls': open ? id : undefined,
      'aria-activedescendant': at >= 0 ? optionId(at) : undefined,
      onKeyDown,
    },
  } as const;
}
