import { Trans } from '@lingui/react/macro';
import { lazy, type RefObject, Suspense } from 'react';
import type { PaymentSetup, SavedCard } from '#/api/types';
import { Checkbox } from '#/ui/field';
import { Skeleton } from '#/ui/skeleton';
import { CardChoice } from './card-choice';
import { CardFields } from './card-fields';
import type { Sums } from './item';
import type { PayFormReturn } from './pay-form';
import { TestCards } from './test-cards';

const StripeCard = lazy(async () => ({ default: (await import('./stripe-card')).StripeCard }));

interface PayWithProps {
  cards: readonly SavedCard[];
  form: PayFormReturn;
  setup: PaymentSetup;
  sums: Sums;
  /** Receives the way to leave a card with Stripe. */
  stripeCard: RefObject<(() => Promise<string>) | null>;
}

/** A saved card or a new one: our own fields with test payments, Stripe's Payment Element with its keys. */
export function PayWith({ cards, form, setup, sums, stripeCard }: PayWithProps) {
  return (
    <CardChoice cards={cards} form={form} entersNumber={setup.test_payments}>
      <div className="newcard">
        {setup.test_payments ? (
          <>
            <TestCards form={form} />
            <CardFields form={form} />
          </>
        ) : (
          <Suspense fallback={<Skeleton height={260} />}>
            <StripeCard publishableKey={setup.publishable_key} sums={sums} create={stripeCard} />
          </Suspense>
        )}
        <Checkbox {...form.register('save')}>
          <Trans>Save this card for next time</Trans>
        </Checkbox>
      </div>
    </CardChoice>
  );
}
