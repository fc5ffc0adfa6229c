import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { expiryOf, isCardNumber, isExpired, isSecurityCode } from '#/entities/card';
import { serverNow } from '#/lib/server-clock';

/** The value of the choice that stands for a card to be entered. */
export const NEW_CARD = 'new';

export interface PayForm {
  /** Id of a saved card, `new`, or nothing yet. */
  choice: string;
  number: string;
  expiry: string;
  cvc: string;
  name: string;
  save: boolean;
}

export type PayFormReturn = UseFormReturn<PayForm>;

/** What is entered to pay. It lives as long as the cart, so that a card that was refused need not be typed again. */
export function usePayForm(): PayFormReturn {
  return useForm<PayForm>({
    defaultValues: { choice: '', number: '', expiry: '', cvc: '', name: '', save: false },
    shouldUnregister: false,
    // focusFirstError does.
    shouldFocusError: false,
  });
}

type Check = (value: string, form: PayForm) => true | string;

/** What each field of a card has to be. Nothing is asked of them while a saved card is chosen. */
export function useCardChecks(entersNumber = true): Record<'choice' | 'number' | 'expiry' | 'cvc' | 'name', Check> {
  const { i18n } = useLingui();
  const ofNew =
    (missing: string, check: Check): Check =>
    (value, form) =>
      form.choice !== NEW_CARD || (value.trim() === '' ? missing : check(value, form));
  const expiryMissing = i18n._(msg`Enter the month and the year on the card`);
  const codeMissing = i18n._(msg`Enter the security code on the card`);
  return {
    choice: (choice, form) =>
      (choice !== '' && (choice !== NEW_CARD || !entersNumber || !isBlank(form))) ||
      i18n._(msg`Please select one of your saved cards or enter new one`),
    number: ofNew(
      i18n._(msg`Enter the card number`),
      (number) => isCardNumber(number) || i18n._(msg`This is not a card number`),
    ),
    expiry: ofNew(expiryMissing, (text) => {
      const expiry = expiryOf(text);
      if (!expiry) return expiryMissing;
      return !isExpired(expiry, serverNow()) || i18n._(msg`This card has expired`);
    }),
    cvc: ofNew(codeMissing, (cvc, { number }) => isSecurityCode(cvc, number) || codeMissing),
    name: ofNew(i18n._(msg`Enter the name on the card`), () => true),
  };
}

function isBlank({ number, expiry, cvc }: PayForm): boolean {
  return `${number}${expiry}${cvc}`.trim() === '';
}
