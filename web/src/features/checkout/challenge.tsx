import { Trans, useLingui } from '@lingui/react/macro';
import { useCallback, useEffect, useRef, useState } from 'react';
import { resumePayment } from '#/api/orders';
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

/**
 * The bank wants the buyer's confirmation. In the tab that pays its page opens by itself once, and again at a press; in
 * another one only at a press, as the question may be open there.
 */
export function Challenge({ order, onAnswer, onBack }: ChallengeProps) {
  const [pending] = useState(() => pendingOf(order.id));
  const { path, problem, busy, open, close } = useBank(order.id, pending, onAnswer);
  return (
    <>
      {!pending && (
        <p className="muted">
          <Trans>
            Is the bank’s question open in another window? Then answer it there, or here: one answer is enough.
          </Trans>
        </p>
      )}
      <div className="acts">
        <Button busy={busy} onClick={() => void open()}>
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

function useBank(order: number, pending: Pending | null, onAnswer: () => void) {
  const failureText = useFailureText();
  const [path, setPath] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const opened = useRef(false);
  const text = useRef(failureText);
  const open = useCallback(async () => {
    setProblem(null);
    setBusy(true);
    try {
      const way = pending ?? (await askForWay(order));
      if (way?.test) {
        const to = await challengePath(way.key, way.secret);
        if (to) return setPath(to);
      } else if (way) {
        const { askBank } = await import('./stripe');
        await askBank(way.key, way.secret);
      }
      onAnswer();
    } catch (error) {
      setProblem(text.current(error));
    } finally {
      setBusy(false);
    }
  }, [order, pending, onAnswer]);
  useEffect(() => {
    if (opened.current || !pending) return;
    opened.current = true;
    void open();
  }, [open, pending]);
  const close = useCallback(() => {
    setPath(null);
    onAnswer();
  }, [onAnswer]);
  return { path, problem, busy, open, close };
}

/** The way to the bank as the server can tell it again; null once nothing is asked any more. */
async function askForWay(order: number): Promise<Pending | null> {
  const { client_secret, publishable_key, test_payments } = await resumePayment(order);
  return client_secret ? { order, secret: client_secret, key: publishable_key, test: test_payments } : null;
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
