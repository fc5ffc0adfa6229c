import { useLingui } from '@lingui/react/macro';
import { ChevronDown } from 'lucide-react';
import {
  type CSSProperties,
  type ReactNode,
  type SyntheticEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

interface MenuProps {
  label: string;
  /** How many of its choices are set. */
  set: number;
  /** Number of events that match now, for the button that closes it. */
  total: number | undefined;
  onClear: () => void;
  /** Drawn only while open. */
  children: () => ReactNode;
}

/** A filter's chip and its choices: beneath the chip on a wide screen, a sheet from below on a phone. */
export function FilterMenu({ label, set, total, onClear, children }: MenuProps) {
  const [open, setOpen] = useState(false);
  const chip = useRef<HTMLButtonElement>(null);
  return (
    <>
      <button
        type="button"
        ref={chip}
        className={set > 0 ? 'chip chip--on' : 'chip'}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        {label}
        {set > 0 && <span className="cnt">{set}</span>}
        <ChevronDown className="i i-16" aria-hidden="true" />
      </button>
      {open && (
        <FilterSheet
          label={label}
          set={set}
          total={total}
          anchor={chip.current}
          onClear={onClear}
          onClose={() => setOpen(false)}
        >
          {children()}
        </FilterSheet>
      )}
    </>
  );
}

interface SheetProps extends Omit<MenuProps, 'children'> {
  anchor: HTMLElement | null;
  onClose: () => void;
  children: ReactNode;
}

/** The platform's modal dialog brings the focus trap, Escape, and the focus back to the chip. */
function FilterSheet({ label, set, total, anchor, onClear, onClose, children }: SheetProps) {
  const { t, i18n } = useLingui();
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  // Before the dialog leaves the page: only then does closing give the focus back.
  useLayoutEffect(() => {
    const { current } = dialog;
    current?.showModal();
    return () => current?.close();
  }, []);
  const cancel = (event: SyntheticEvent) => {
    event.preventDefault();
    onClose();
  };
  const besides = (event: SyntheticEvent) => event.target === dialog.current && onClose();
  const count = total === undefined ? '' : i18n.number(total);
  return (
    <dialog
      ref={dialog}
      className="pick-sheet"
      style={below(anchor)}
      aria-labelledby={heading}
      onCancel={cancel}
      onClick={besides}
    >
      <div className="pick-sheet__in">
        <h2 id={heading}>{label}</h2>
        <div className="pick-sheet__list">{children}</div>
        <div className="pick-sheet__end">
          <button type="button" className="btn btn--quiet btn--sm" aria-disabled={set === 0} onClick={onClear}>
            {t`Clear`}
          </button>
          <button type="button" className="btn btn--primary btn--sm" onClick={onClose}>
            {count ? t`Show ${count}` : t`Done`}
          </button>
        </div>
      </div>
    </dialog>
  );
}

const sheetWidth = 340;
const gap = 8;

/** Where the sheet hangs on a wide screen, kept inside the window. Phones ignore it. */
function below(anchor: HTMLElement | null): CSSProperties {
  if (!anchor) return {};
  const box = anchor.getBoundingClientRect();
  const left = Math.max(gap, Math.min(box.left, window.innerWidth - sheetWidth - gap));
  return { '--x': `${left}px`, '--y': `${box.bottom + gap}px` } as CSSProperties;
}
