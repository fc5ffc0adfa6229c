import type { ButtonHTMLAttributes } from 'react';

export type ButtonLook = 'primary' | 'line' | 'quiet' | 'media' | 'danger';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: ButtonLook;
  size?: 'sm' | 'md' | 'lg';
  block?: boolean;
  /** Shows that its work is under way: it keeps its focus and ignores presses. */
  busy?: boolean;
}

/** Class of anything that looks like a button; links take it too. */
export function buttonClass(look: ButtonLook = 'primary', size: 'sm' | 'md' | 'lg' = 'md', block = false): string {
  return `btn btn--${look}${size === 'md' ? '' : ` btn--${size}`}${block ? ' btn--block' : ''}`;
}

export function Button({ look, size, block, busy, className, onClick, type = 'button', ...rest }: ButtonProps) {
  return (
    <button
      // biome-ignore lint/a11y/useButtonType: the default is `button`
      type={type}
      className={`${buttonClass(look, size, block)}${className ? ` ${className}` : ''}`}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={(event) => (busy ? event.preventDefault() : onClick?.(event))}
      {...rest}
    />
  );
}

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** Its accessible name, shown as a tooltip. */
  label: string;
}

export function IconButton({ label, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      className={`ib${className ? ` ${className}` : ''}`}
      aria-label={label}
      title={label}
      {...rest}
    />
  );
}
