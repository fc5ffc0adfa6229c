import { useLingui } from '@lingui/react/macro';
import type { FieldErrors } from 'react-hook-form';
import { NEW_CARD, type PayForm, type PayFormReturn } from './pay-form';

/** The fields of a card as they are on the page. */
const fields = ['number', 'expiry', 'cvc', 'name'] as const;

/** Focuses the first field on the page that has an error; react-hook-form takes the one that was registered first. */
export function focusFirstError(form: PayFormReturn, errors: FieldErrors<PayForm>): void {
  const field = fields.find((name) => errors[name]);
  if (field) form.setFocus(field);
  else if (errors.choice && form.getValues('choice') !== NEW_CARD) form.setFocus('choice');
}

/** The empty fields of a form that was sent, in one sentence; null while there are none. */
export function useMissing(form: PayFormReturn): string | null {
  const { t, i18n } = useLingui();
  const { errors } = form.formState;
  const names = { number: t`Card number`, expiry: t`Expiry date`, cvc: t`Security code`, name: t`Name on the card` };
  const missing = fields
    .filter((name) => errors[name] && form.getValues(name).trim() === '')
    .map((name) => names[name]);
  if (missing.length === 0) return null;
  const list = new Intl.ListFormat(i18n.locale, { type: 'conjunction' }).format(missing);
  return t`Missing: ${list}`;
}
