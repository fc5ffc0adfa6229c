import { useRouterState } from '@tanstack/react-router';
import { type ReactNode, type ToggleEvent, useEffect, useId, useRef } from 'react';

interface PopoverProps {
  /** Content of the button that opens it. */
  trigger: ReactNode;
  label?: string;
  className?: string;
  panelClassName?: string;
  /** Edge of the button the panel lines up with. */
  align?: 'start' | 'end';
  onOpen?: () => void;
  children: ReactNode;
}

const edgePx = 8;

/**
 * A button with a panel under it, on the browser's popover: Escape, a press outside and a page change close it. The
 * element with `data-focus` takes the focus when it opens.
 */
export function Popover({
  trigger,
  label,
  className,
  panelClassName = '',
  align = 'start',
  onOpen,
  children,
}: PopoverProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const page = useRouterState({ select: (state) => state.resolvedLocation?.href });
  useEffect(() => {
    if (panel.current?.matches(':popover-open')) panel.current.hidePopover();
  }, [page]);
  const opened = (event: ToggleEvent<HTMLDivElement>) => {
    if (event.newState !== 'open' || !button.current || !panel.current) return;
    onOpen?.();
    const at = button.current.getBoundingClientRect();
    const { style, offsetWidth } = panel.current;
    const wished = align === 'start' ? at.left : at.right - offsetWidth;
    style.top = `${at.bottom + 4}px`;
    style.left = `${Math.max(edgePx, Math.min(wished, document.documentElement.clientWidth - offsetWidth - edgePx))}px`;
    panel.current.querySelector<HTMLElement>('[data-focus]')?.focus();
  };
  return (
    <>
      <button ref={button} type="button" className={className} aria-label={label} popoverTarget={id}>
        {trigger}
      </button>
      <div ref={panel} id={id} popover="auto" className={`pop ${panelClassName}`} onToggle={opened}>
        {children}
      </div>
    </>
  );
}
