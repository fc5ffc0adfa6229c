import { useLayoutEffect, useRef } from 'react';

/** Opens with the element; a press outside closes it. The sheet is modal, the panel leaves the player in reach. */
export function useDialog(
  ref: { current: HTMLDialogElement | null },
  modal: boolean,
  opener: HTMLElement | null,
  onClose: () => void,
) {
  const close = useRef(onClose);
  close.current = onClose;
  // A layout effect ends before its element is removed: only a dialog in the document gives the focus back when it closes.
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (modal) dialog?.showModal();
    else dialog?.show();
    const onPress = (event: PointerEvent) => {
      const target = event.target as Node;
      const inside = modal ? target !== dialog : dialog?.contains(target);
      if (!inside && !opener?.contains(target)) close.current();
    };
    document.addEventListener('pointerdown', onPress);
    return () => {
      document.removeEventListener('pointerdown', onPress);
      dialog?.close();
    };
  }, [ref, modal, opener]);
}
