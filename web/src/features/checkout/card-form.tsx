import { Trans } from '@lingui/react/macro';
import type { UseQueryResult } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { CardRefused } from '#/api/simulator';
import type { PaymentSetup } from '#/api/types';
import { Button } from '#/ui/button';
import { useFailureText } from '#/ui/failure-text';
import { FieldError } from '#/ui/field';
import { Skeleton } from '#/ui/skeleton';
import { PayWith, type PayWithProps } from './pay-with';
import { useCards } from './use-cards';

interface CardFormProps extends Omit<PayWithProps, 'cards' | 'setup'> {
  /** By which a button elsewhere sends it. */
  id: string;
  setup: UseQueryResult<PaymentSetup>;
  onSubmit: (event: FormEvent) => Promise<void>;
}

/** A card to pay with, once it is known how cards are taken here. */
export function CardForm({ id, setup, onSubmit, form, ...rest }: CardFormProps) {
  const cards = useCards(form);
  if (setup.error && !setup.data) return <Unavailable error={setup.error} onRetry={() => void setup.refetch()} />;
  if (!setup.data || !cards) return <Skeleton height={220} />;
  return (
    <form id={id} noValidate method="post" onSubmit={(event) => void onSubmit(event)}>
      <PayWith {...rest} cards={cards} form={form} setup={setup.data} />
    </form>
  );
}

/** Nobody takes cards at the moment; what was chosen stays. */
function Unavailable({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const failureText = useFailureText();
  return (
    <div className="till__closed" role="alert">
      <p>{failureText(error)}</p>
      <Button look="line" size="sm" onClick={onRetry}>
        <Trans>Try again</Trans>
      </Button>
    </div>
  );
}

interface PayProblemProps {
  error: unknown;
  /** The fields that are empty, in words. */
  missing?: string | null;
}

/** What kept the payment from being made, in the provider's words or in ours. */
export function PayProblem({ error, missing = null }: PayProblemProps) {
  const failureText = useFailureText();
  const text = error === null ? missing : error instanceof CardRefused ? error.message : failureText(error);
  return <div role="alert">{text && <FieldError>{text}</FieldError>}</div>;
}
