import { Trans, useLingui } from '@lingui/react/macro';
import { Eye, EyeOff, TriangleAlert } from 'lucide-react';
import { type InputHTMLAttributes, type KeyboardEvent, type ReactNode, type Ref, useId, useState } from 'react';

interface TextFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  error?: string | undefined;
  hint?: ReactNode;
  ref?: Ref<HTMLInputElement>;
}

/** A labelled input with its hint and error; both are read out with it. */
export function TextField({ label, error, hint, id, children, ...input }: TextFieldProps) {
  const own = useId();
  const field = id ?? own;
  const described = [error && `${field}-error`, hint && `${field}-hint`].filter(Boolean).join(' ');
  return (
    <div className="field">
      <label htmlFor={field}>{label}</label>
      <div className="field__in">
        <input
          {...input}
          className="in"
          id={field}
          aria-invalid={error ? true : undefined}
          aria-describedby={described || undefined}
        />
        {children}
      </div>
      {error && <FieldError id={`${field}-error`}>{error}</FieldError>}
      {hint && <small id={`${field}-hint`}>{hint}</small>}
    </div>
  );
}

export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p className="err" id={id}>
      <TriangleAlert className="i" aria-hidden="true" />
      <span>{children}</span>
    </p>
  );
}

/** A password input that can be shown and warns of caps lock. */
export function PasswordField(props: Omit<TextFieldProps, 'type'>) {
  const { t } = useLingui();
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const watchCapsLock = (event: KeyboardEvent<HTMLInputElement>) => setCapsLock(event.getModifierState('CapsLock'));
  const Icon = shown ? EyeOff : Eye;
  const capsHint = capsLock && (
    <span className="caps" role="status">
      <Trans>Caps lock is on</Trans>
    </span>
  );
  return (
    <TextField
      {...props}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      onKeyDown={watchCapsLock}
      onKeyUp={watchCapsLock}
      hint={
        capsHint || props.hint ? (
          <>
            {capsHint} {props.hint}
          </>
        ) : undefined
      }
    >
      <button
        type="button"
        className="ib field__end"
        aria-pressed={shown}
        aria-label={t`Show password`}
        title={shown ? t`Hide password` : t`Show password`}
        onClick={() => setShown(!shown)}
      >
        <Icon className="i" aria-hidden="true" />
      </button>
    </TextField>
  );
}

interface CheckboxProps extends InputHTMLAttributes<HTMLInputElement> {
  error?: string | undefined;
  children: ReactNode;
  ref?: Ref<HTMLInputElement>;
}

export function Checkbox({ error, children, ...input }: CheckboxProps) {
  const id = useId();
  return (
    <div>
      <label className="ck">
        <input
          {...input}
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? id : undefined}
        />
        <span>{children}</span>
      </label>
      {error && <FieldError id={id}>{error}</FieldError>}
    </div>
  );
}
