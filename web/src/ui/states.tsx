import { Trans } from '@lingui/react/macro';
import { type ReactNode, useEffect, useState } from 'react';
import { failureOf } from '#/api/failure';
import { Button } from './button';

const skeletonDelayMs = 150;

/** True once `waiting` has lasted 150 ms, so that quick answers never flash a skeleton. */
export function useSlow(waiting: boolean, delayMs: number = skeletonDelayMs): boolean {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!waiting) return;
    const timer = setTimeout(() => setSlow(true), delayMs);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [waiting, delayMs]);
  return waiting && slow;
}

/** Says what is missing and offers one way on. */
export function Empty({ title, children, action }: { title: ReactNode; children?: ReactNode; action?: ReactNode }) {
  return (
    <div className="empty">
      <h3>{title}</h3>
      {children}
      {action}
    </div>
  );
}

/** What happened, its code for support, and Retry. */
export function LoadError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const failure = failureOf(error);
  return (
    <div className="empty" role="alert">
      <h3>
        <Trans>This did not load</Trans>
      </h3>
      <p>
        {failure?.kind === 'problem' && failure.detail ? (
          failure.detail
        ) : (
          <Trans>Something went wrong. Please try again or contact technical support</Trans>
        )}
      </p>
      {failure?.kind === 'problem' && failure.requestId && <p className="muted">{failure.requestId}</p>}
      <Button look="line" onClick={onRetry}>
        <Trans>Try again</Trans>
      </Button>
    </div>
  );
}
