import { Trans, useLingui } from '@lingui/react/macro';
import { useCallback, useEffect, useRef, useState } from 'react';
import { challengePath } from '#/api/simulator';
import type { Order } from '#/api/types';
import { Button } from '#/ui/button';
import { Dialog } from '#/ui/dialog';
import { useFailureText } from '#/ui/failure-text';
import { FieldError } from '#/ui/field';
import { type Pending, pendingOf } from './pending';

interface ChallengeProps {
  order: Order;
  /** The bank has its answer. */
  onAnswer: () => void;
  onBack: () => void;
}

/** The bank wants the buyer's confirmation: its page opens by itself once, and again at a press. */
export function Challenge({ order, onAnswer, onBack }: ChallengeProps) {
  const [pending] = useState(() => pendingOf(order.id));
  const { path, problem, open, close } = useBank(pending, onAnswer);
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
    <>
      <div className="acts">
        <Button onClick={() => void open()}>
          <Trans>Confirm with my bank</Trans>
        </Button>
        <Button look="line" onClick={onBack}>
          <Trans>Use another card</Trans>
        </Button>
      </div>
      <div role="alert">{problem && <FieldError>{problem}</FieldError>}</div>
      {path && <BankDialog path={path} onAnswer={close} onClose={close} />}
    </>
  );
}

function useBank(pending: Pending | null, onAnswer: () => void) {
  const failureText = useFailureText();
  const [path, setPath] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const opened = useRef(false);
  const text = useRef(failureText);
  const open = useCallback(async () => {
    if (!pending) return;
    setProblem(null);
    try {
      if (pending.test) {
        const to = await challengePath(pending.key, pending.secret);
        if (to) return setPath(to);
      } else {
        const { askBank } = await import('./stripe');
        await askBank(pending.key, pending.secret);
      }
      onAnswer();
    } catch (error) {
      setProblem(text.current(error));
    }
  }, [pending, onAnswer]);
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
