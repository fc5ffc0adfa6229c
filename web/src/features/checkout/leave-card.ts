import type { RefObject } from 'react';
import { CardRefused, createPaymentMethod } from '#/api/simulator';
import type { PaymentSetup } from '#/api/types';
import { digitsOf, expiryOf } from '#/entities/card';
import { NEW_CARD, type PayForm, type PayFormReturn } from './pay-form';

/** Leaves a new card with Stripe itself and returns its id; holds null with test payments. */
export type StripeCardRef = RefObject<(() => Promise<string>) | null>;

/** The provider's id of the card that is chosen; a new one is left with the provider first. */
export async function leaveCard(
  values: PayForm,
  setup: PaymentSetup | undefined,
  stripeCard: StripeCardRef,
): Promise<string> {
  if (values.choice !== NEW_CARD) return values.choice;
  return stripeCard.current
    ? stripeCard.current()
    : createPaymentMethod(setup?.publishable_key ?? '', testCard(values));
}

function testCard({ number, expiry, cvc, name }: PayForm) {
  const { month, year } = expiryOf(expiry) ?? { month: 0, year: 0 };
  return { number: digitsOf(number), exp_month: month, exp_year: year, cvc, name };
}

const fieldsOfCodes: Record<string, 'number' | 'expiry' | 'cvc'> = {
  incorrect_number: 'number',
  invalid_number: 'number',
  invalid_expiry_month: 'expiry',
  invalid_expiry_year: 'expiry',
  expired_card: 'expiry',
  invalid_cvc: 'cvc',
  incorrect_cvc: 'cvc',
};

/** Puts what the provider has against a card to its field. Whether there is one for it. */
export function showRefusal(form: PayFormReturn, error: unknown): boolean {
  const field = error instanceof CardRefused ? fieldsOfCodes[error.code] : undefined;
  if (field) form.setError(field, { message: (error as CardRefused).message }, { shouldFocus: true });
  return field !== undefined;
}
