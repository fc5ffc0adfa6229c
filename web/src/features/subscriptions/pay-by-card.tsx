import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { changeSubscriptionCard } from '#/api/subscriptions';
import type { OwnSubscription } from '#/api/types';
import { Button } from '#/ui/button';
import { showToast } from '#/ui/toast';
import { useReplace } from './renewal';

export interface CardPickerProps {
  title: string;
  action: string;
  /** What is open, in minor units; 0 where the card is only kept. */
  amount: number;
  currency: string;
  onCard: (paymentMethod: string) => Promise<void>;
  onClose: () => void;
}

/** Lets a card be chosen: of another feature, put in by the route file. */
export type CardPicker = (props: CardPickerProps) => ReactNode;

interface PayByCardProps {
  one: OwnSubscription;
  picker: CardPicker;
  label: string;
  primary?: boolean;
}

/** Another card for a subscription. One whose renewal is open is paid with it at once. */
export function PayByCard({ one, picker: Picker, label, primary = false }: PayByCardProps) {
  const { t } = useLingui();
  const replace = useReplace();
  const [open, setOpen] = useState(false);
  const [still, setStill] = useState(false);
  const { name } = one.subscription;
  const onCard = async (paymentMethod: string) => {
    const changed = await changeSubscriptionCard(one.subscription.id, paymentMethod);
    replace(changed);
    setOpen(false);
    setStill(changed.past_due);
    if (!changed.past_due) void showToast(t`${name} renews by this card from now on.`, { type: 'success' });
  };
  return (
    <>
      <Button look={primary ? 'primary' : 'line'} size="sm" onClick={() => setOpen(true)}>
        <span>
          {label} <span className="vh">{name}</span>
        </span>
      </Button>
      {still && (
        <p role="status">
          <Trans>
            The card is kept, but it has not paid yet. Try another one, or pay on our payment provider’s page.
          </Trans>
        </p>
      )}
      {open && (
        <Picker
          title={label}
          action={one.past_due ? t`Pay now` : t`Use this card`}
          amount={one.past_due ? one.price : 0}
          currency={one.currency}
          onCard={onCard}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
