import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import type { Order } from '#/api/types';
import { Button } from '#/ui/button';
import { AskBank } from './ask-bank';
import { pendingOf } from './pending';

interface ChallengeProps {
  order: Order;
  /** The bank has its answer. */
  onAnswer: () => void;
  onBack: () => void;
}

/** The bank wants the buyer's confirmation: its page opens by itself once, and again at a press. */
export function Challenge({ order, onAnswer, onBack }: ChallengeProps) {
  const [pending] = useState(() => pendingOf(order.id));
  if (!pending) {
    return (
      <div className="till__closed">
        <p>
          <Trans>
            The bank’s question was opened in another window. Answer it there, or begin the payment again here.
          </Trans>
        </p>
        <Button look="line" onClick={onBack}>
          <Trans>Begin again</Trans>
        </Button>
      </div>
    );
  }
  return (
    <AskBank question={pending} onAnswer={onAnswer}>
      <Button look="line" onClick={onBack}>
        <Trans>Use another card</Trans>
      </Button>
    </AskBank>
  );
}
