import { Trans } from '@lingui/react/macro';
import { Suspense } from 'react';
import type { PaymentSetup, SavedCard } from '#/api/types';
import { lazy } from '#/lib/lazy';
import { Checkbox } from '#/ui/field';
import type { Sums } from '#/ui/price-lines';
import { Skeleton } from '#/ui/skeleton';
import { CardChoice } from './card-choice';
import { CardFields } from './card-fields';
import type { StripeCardRef } from './leave-card';
import type { PayFormReturn } from './pay-form';
import { TestCards } from './test-cards';

const StripeCard = lazy(async () => ({ default: (await import('./stripe-card')).StripeCard }));

/** Whether a new card is saved: if the buyer wants it, or always, because a subscription renews with it. */
export type CardStorage = 'if wanted' | 'subscription';

export interface PayWithProps {
  cards: readonly SavedCard[];
  form: PayFormReturn;
  setup: PaymentSetup;
  /** What the card is charged now. */
  due: Pick<Sums, 'price' | 'currency'>;
  cardStorage: CardStorage;
  /** Receives the way to leave a card with Stripe. */
  stripeCard: StripeCardRef;
  /** Wallets have their own buttons on the page. */
  walletsShownSeparately?: boolean;
}

/** A saved card or a new one: our own fields with test payments, Stripe's Payment Element with its keys. */
export function PayWith({
  cards,
  form,
  setup,
  due,
  cardStorage,
  stripeCard,
  walletsShownSeparately = false,
}: PayWithProps) {
  const renews = cardStorage === 'subscription';
  return (
    <CardChoice
      cards={cards}
      form={form}
      entersNumber={setup.test_payments}
      newNote={renews ? <Trans>Saved for renewals</Trans> : <Trans>Saved for next time, if you want</Trans>}
    >
      <div className="newcard">
        {setup.test_payments ? (
          <>
            <TestCards form={form} renews={renews} />
            <CardFields form={form} />
          </>
        ) : (
          <Suspense fallback={<Skeleton height={260} />}>
            <StripeCard
              publishableKey={setup.publishable_key}
              due={due}
              cardStorage={cardStorage}
              create={stripeCard}
              walletsShownSeparately={walletsShownSeparately}
            />
          </Suspense>
        )}
        {renews ? (
          <p className="muted">
            <Trans>This card is saved because the subscription renews with it.</Trans>
          </p>
        ) : (
          <Checkbox {...form.register('save')}>
            <Trans>Save this card for next time</Trans>
          </Checkbox>
        )}
      </div>
    </CardChoice>
  );
}
