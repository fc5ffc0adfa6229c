import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { failureOf } from '#/api/failure';

/** Whether the server refused one of these fields. */
export function refusesField(error: unknown, names: readonly string[]): boolean {
  const failure = failureOf(error);
  return failure?.kind === 'problem' && failure.fields.some(({ field }) => names.includes(field));
}

/** Puts what the server finds wrong at its fields. False when it names no field of the form. */
export function showFieldErrors<Form extends FieldValues>(form: UseFormReturn<Form>, error: unknown): boolean {
  const failure = failureOf(error);
  if (failure?.kind !== 'problem') return false;
  const known = failure.fields.filter(({ field }) => field in form.getValues());
  for (const [index, { field, message }] of known.entries()) {
    form.setError(field as Path<Form>, { message: message || failure.detail }, { shouldFocus: index === 0 });
  }
  return known.length > 0;
}
