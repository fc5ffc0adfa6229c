import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { challengePath } from '#/api/simulator';
import { Button } from '#/ui/button';
import { Dialog } from '#/ui/dialog';
import { useFailureText } from '#/ui/failure-text';
import { FieldError } from '#/ui/field';
import './checkout.css';

/** How the bank's question about a payment is opened. */
export interface BankQuestion {
  secret: string;
  key: string;
  /** No money moves: the stand-in asks, and not Stripe.js. */
  test: boolean;
}

interface AskBankProps {
  question: BankQuestion;
  /** The bank has its answer, or the question was left. What became of the payment the server knows. */
  onAnswer: () => void;
  /** What else can be done. */
  children?: ReactNode;
}

/** The bank wants its customer's confirmation: its page opens by itself once, and again at a press. */
export function AskBank({ question, onAnswer, children }: AskBankProps) {
  const { path, problem, open, close } = useBank(question, onAnswer);
  return (
    <>
      <div className="acts">
        <Button onClick={() => void open()}>
          <Trans>Confirm with my bank</Trans>
        </Button>
        {children}
      </div>
      <div role="alert">{problem && <FieldError>{problem}</FieldError>}</div>
      {path && <BankDialog path={path} onAnswer={close} onClose={close} />}
    </>
  );
}

function useBank({ secret, key, test }: BankQuestion, onAnswer: () => void) {
  const failureText = useFailureText();
  const [path, setPath] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const opened = useRef(false);
  const text = useRef(failureText);
  const open = useCallback(async () => {
    setProblem(null);
    try {
      if (test) {
        const to = await challengePath(key, secret);
        if (to) return setPath(to);
      } else {
        const { askBank } = await import('./stripe');
        await askBank(key, secret);
      }
      onAnswer();
    } catch (error) {
      setProblem(text.current(error));
    }
  }, [secret, key, test, onAnswer]);
  useEffect(() => {
    if (opened.current) return;
    opened.current = true;
    void open();
  }, [open]);
  const close = useCallback(() => {
    setPath(null);
    onAnswer();
  }, [onAnswer]);
  return { path, problem, open, close };
}

/** The page of the stand-in's bank in a frame. Only a word from that very frame, of our own origin, counts. */
function BankDialog({ path, onAnswer, onClose }: { path: string; onAnswer: () => void; onClose: () => void }) {
  const { t } = useLingui();
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    const listen = ({ origin, source, data }: MessageEvent<unknown>) => {
      if (origin !== location.origin || source !== frame.current?.contentWindow) return;
      if (typeof data === 'object' && data !== null && (data as { type?: unknown }).type === 'stripe-simulator')
        onAnswer();
    };
    window.addEventListener('message', listen);
    return () => window.removeEventListener('message', listen);
  }, [onAnswer]);
  return (
    <Dialog title={t`Your bank`} onClose={onClose} className="dialog bank">
      {/* Our own server's page, whose word is known by its origin. */}
      {/* oxlint-disable-next-line react/iframe-missing-sandbox */}
      <iframe ref={frame} className="bank__f" src={path} title={t`Confirmation by your bank`} data-focus="" />
    </Dialog>
  );
}
