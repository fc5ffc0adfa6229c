import type { FocusEvent, ReactNode } from 'react';
import './pay-bar.css';

interface PayBarProps {
  label: ReactNode;
  /** What is paid now, in words. */
  amount: string;
  /** What kept the payment from being made. */
  problem: ReactNode;
  /** The button. */
  children: ReactNode;
}

/** The button that pays. On a phone it stays at the bottom of the window with the total; the lines above say the total in words. */
export function PayBar({ label, amount, problem, children }: PayBarProps) {
  return (
    <div className="paybar">
      {problem}
      <div className="paybar__row">
        <p className="paybar__sum" aria-hidden="true">
          <span>{label}</span>
          <b>{amount}</b>
        </p>
        {children}
      </div>
    </div>
  );
}

/**
 * Scrolls a field that a finger pressed to above the bar: a browser scrolls only for the keyboard. A choice is pressed by a
 * click, which a page that scrolls would miss.
 */
export function showFocusedField({ target }: FocusEvent): void {
  if (target.matches('input:not([type="checkbox"], [type="radio"]), iframe'))
    target.scrollIntoView({ block: 'nearest' });
}
