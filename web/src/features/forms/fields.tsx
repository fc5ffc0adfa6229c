import { Trans, useLingui } from '@lingui/react/macro';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import type { FormField } from '#/api/types';
import { Checkbox, FieldError, TextField } from '#/ui/field';

interface InputProps {
  field: FormField;
  error: string | undefined;
  input: UseFormRegisterReturn;
  /** A dialog gives it the focus. */
  first?: boolean;
}

/** The control of one question. Browsers fill in what they know by its type and name. */
export function FormFieldInput({ field, error, input: registered, first = false }: InputProps) {
  const label = useLabel(field);
  const input = first ? { ...registered, 'data-focus': '' } : registered;
  if (field.type === 'checkbox') {
    return (
      <Checkbox error={error} {...input}>
        {label}
      </Checkbox>
    );
  }
  if (field.type === 'textarea') return <TextArea field={field} label={label} error={error} input={input} />;
  if (field.type === 'select') return <Select field={field} label={label} error={error} input={input} />;
  return (
    <TextField
      label={label}
      type={inputTypes[field.type]}
      autoComplete={completions[field.name] ?? completions[field.type] ?? 'on'}
      aria-required={field.required}
      error={error}
      {...input}
    />
  );
}

const inputTypes = { text: 'text', email: 'email', phone: 'tel' } as const;
const completions: Record<string, string> = { name: 'name', email: 'email', phone: 'tel', school: 'organization' };

/** Fewer fields are optional than required, so those say it. */
function useLabel(field: FormField): string {
  const { t } = useLingui();
  const { label } = field;
  return field.required || field.type === 'checkbox' ? label : t`${label} (optional)`;
}

function TextArea({ field, label, error, input }: InputProps & { label: string }) {
  const id = useId();
  const { max_length: most } = field;
  return (
    <Labelled id={id} label={label} error={error} hint={<Trans>Up to {most} characters</Trans>}>
      <textarea
        className="in cform__area"
        id={id}
        rows={6}
        aria-required={field.required}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${error ? `${id}-error ` : ''}${id}-hint`}
        {...input}
      />
    </Labelled>
  );
}

function Select({ field, label, error, input }: InputProps & { label: string }) {
  const { t } = useLingui();
  const id = useId();
  return (
    <Labelled id={id} label={label} error={error}>
      <span className="cform__select">
        <select
          className="in"
          id={id}
          aria-required={field.required}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          {...input}
        >
          <option value="">{t`Please choose`}</option>
          {field.options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown className="i" aria-hidden="true" />
      </span>
    </Labelled>
  );
}

interface LabelledProps {
  id: string;
  label: string;
  error: string | undefined;
  hint?: ReactNode;
  children: ReactNode;
}

function Labelled({ id, label, error, hint, children }: LabelledProps) {
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {hint && <small id={`${id}-hint`}>{hint}</small>}
    </div>
  );
}
