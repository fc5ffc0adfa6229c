import { Trans, useLingui } from '@lingui/react/macro';
import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import type { OwnSubscription } from '#/api/types';
import { Button } from '#/ui/button';
import { useFailureText } from '#/ui/failure-text';
import { FieldError } from '#/ui/field';
import type { CardParts } from './parts';
import { usePayByCard } from './use-pay-by-card';
import { usePortal } from './use-portal';

interface PayByCardProps {
  one: OwnSubscription;
  parts: CardParts;
  label: string;
  primary?: boolean;
}

/**
 * Another card for a subscription. One whose renewal is open is paid with it at once, after its bank was asked. The card of a
 * subscription at a former payment account is changed on the provider's page.
 */
export function PayByCard(props: PayByCardProps) {
  return props.one.card_at_provider ? <CardAtProvider {...props} /> : <CardHere {...props} />;
}

function CardAtProvider({ one, label, primary }: PayByCardProps) {
  const failureText = useFailureText();
  const { open, busy, problem } = usePortal();
  return (
    <>
      <Button look={primary ? 'primary' : 'line'} size="sm" busy={busy} onClick={() => void open()}>
        <ExternalLink className="i" aria-hidden="true" />
        <span>
          {label} <span className="vh">{one.subscription.name}</span>
        </span>
      </Button>
      <div role="alert">{problem !== null && <FieldError>{failureText(problem)}</FieldError>}</div>
    </>
  );
}

function CardHere({ one, parts: { Picker, Bank }, label, primary = false }: PayByCardProps) {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  const { onCard, question, onAnswer, state } = usePayByCard(one);
  const { name } = one.subscription;
  return (
    <>
      <Button look={primary ? 'primary' : 'line'} size="sm" onClick={() => setOpen(true)}>
        <span>
          {label} <span className="vh">{name}</span>
        </span>
      </Button>
      {state !== 'idle' && (
        <p role="status">
          {state === 'asking' ? (
            <Trans>Your bank asks you to confirm</Trans>
          ) : state === 'following' ? (
            <Trans>Confirming with the bank</Trans>
          ) : (
            <Trans>
              The card was saved, but the payment hasn’t gone through. Try another card, or pay on our payment
              provider’s page.
            </Trans>
          )}
        </p>
      )}
      {question && !open && <Bank question={question} onAnswer={onAnswer} />}
      {open && (
        <Picker
          title={label}
          action={one.past_due ? t`Pay now` : t`Use this card`}
          amount={one.past_due ? one.price : 0}
          currency={one.currency}
          onCard={async (card) => {
            await onCard(card);
            setOpen(false);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
