import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { cardsQuery, paymentSetupQuery } from '#/api/orders';
import { Button } from '#/ui/button';
import { Dialog } from '#/ui/dialog';
import type { Sums } from '#/ui/price-lines';
import { CardForm, PayProblem } from './card-form';
import { focusFirstError } from './focus-first';
import { leaveCard, type StripeCardRef, showRefusal } from './leave-card';
import { NEW_CARD, usePayForm } from './pay-form';
import { useCardFormReady } from './use-cards';
import { useKeepCard } from './use-keep-card';
import './checkout.css';

interface ChooseCardProps {
  title: string;
  /** What pressing it does. */
  action: string;
  /** What is open, in minor units; 0 where the card is only kept. */
  amount: number;
  currency: string;
  /** Takes the provider's id of the card. What it throws is told here. */
  onCard: (paymentMethod: string) => Promise<void>;
  onClose: () => void;
}

/** Another card for something that is bought already. */
export function ChooseCard({ title, action, amount, currency, onCard, onClose }: ChooseCardProps) {
  const { t } = useLingui();
  const id = useId();
  const client = useQueryClient();
  const keepCard = useKeepCard();
  const form = usePayForm();
  const setup = useQuery(paymentSetupQuery());
  const formReady = useCardFormReady(setup);
  const stripeCard: StripeCardRef = useRef(null);
  const [problem, setProblem] = useState<unknown>(null);
  const { isSubmitting } = form.formState;
  const submit = form.handleSubmit(
    async (values) => {
      setProblem(null);
      try {
        const card = await leaveCard(values, setup.data, stripeCard);
        if (values.choice === NEW_CARD) await keepCard(card);
        await onCard(card);
        await client.invalidateQueries({ queryKey: cardsQuery().queryKey });
      } catch (error) {
        // Stripe's own fields say by themselves what is wrong with them.
        if (stripeCard.current || !showRefusal(form, error)) setProblem(error);
      }
    },
    (errors) => focusFirstError(form, errors),
  );
  const sums: Sums = { base_price: amount, service_fee: 0, discount: 0, price: amount, currency };
  return (
    <Dialog title={title} onClose={onClose} className="dialog dialog--card">
      <CardForm
        id={id}
        form={form}
        setup={setup}
        due={sums}
        cardStorage="subscription"
        stripeCard={stripeCard}
        onSubmit={submit}
      />
      <PayProblem error={problem} />
      <div className="acts">
        <Button look="line" onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
        <Button type="submit" form={id} busy={isSubmitting} disabled={!formReady}>
          {isSubmitting ? t`Processing…` : action}
        </Button>
      </div>
    </Dialog>
  );
}
