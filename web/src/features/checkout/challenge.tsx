import { Trans } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { resumePayment } from '#/api/orders';
import type { Order } from '#/api/types';
import { Button } from '#/ui/button';
import { useFailureText } from '#/ui/failure-text';
import { FieldError } from '#/ui/field';
import { AskBank, type BankQuestion } from './ask-bank';
import { pendingOf } from './pending';

interface ChallengeProps {
  order: Order;
  /** The bank has its answer, or the question was left: the server is asked what became of the order. */
  onAnswer: () => void;
  onBack: () => void;
}

/**
 * The bank wants the buyer's confirmation. In the tab that pays its page opens by itself once, and again at a press; in
 * another one only at a press, as the question may be open there.
 */
export function Challenge({ order, onAnswer, onBack }: ChallengeProps) {
  const [question, setQuestion] = useState<BankQuestion | null>(() => pendingOf(order.id));
  const back = (
    <Button look="line" onClick={onBack}>
      <Trans>Use another card</Trans>
    </Button>
  );
  if (question) {
    return (
      <AskBank question={question} onAnswer={onAnswer}>
        {back}
      </AskBank>
    );
  }
  return (
    <AskHere order={order.id} onQuestion={setQuestion} onAnswer={onAnswer}>
      {back}
    </AskHere>
  );
}

interface AskHereProps {
  order: number;
  onQuestion: (question: BankQuestion) => void;
  /** Nothing is asked any more. */
  onAnswer: () => void;
  children: ReactNode;
}

/** The way to the bank's question for a tab that did not begin the payment. */
function AskHere({ order, onQuestion, onAnswer, children }: AskHereProps) {
  const failureText = useFailureText();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const ask = async () => {
    setProblem(null);
    setBusy(true);
    try {
      const question = await questionOf(order);
      if (question) onQuestion(question);
      else onAnswer();
    } catch (error) {
      setProblem(failureText(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <p className="muted">
        <Trans>Is your bank’s confirmation open in another window? Answer it there or here.</Trans>
      </p>
      <div className="acts">
        <Button busy={busy} onClick={() => void ask()}>
          <Trans>Confirm with my bank</Trans>
        </Button>
        {children}
      </div>
      <div role="alert">{problem && <FieldError>{problem}</FieldError>}</div>
    </>
  );
}

/** The bank's question as the server can tell it again; null once nothing is asked any more. */
async function questionOf(order: number): Promise<BankQuestion | null> {
  const { client_secret, publishable_key, test_payments } = await resumePayment(order);
  return client_secret ? { secret: client_secret, key: publishable_key, test: test_payments } : null;
}
