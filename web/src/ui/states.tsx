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
      <h2>{title}</h2>
      {children}
      {action}
    </div>
  );
}

/** What happened, its code for support, and Retry. */
export function LoadError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const failure = failureOf(error);
  const [code, id] =
    failure?.kind === 'problem' ? [failure.code, failure.requestId] : [failure?.kind ?? 'unexpected', ''];
  return (
    <div className="empty" role="alert">
      <h2>
        <Trans>This did not load</Trans>
      </h2>
      <p>
        {failure?.kind === 'problem' && failure.detail ? (
          failure.detail
        ) : (
          <Trans>Something went wrong. Please try again or contact technical support</Trans>
        )}
      </p>
      <p className="muted">
        <Trans>Code: {code}</Trans>
        {id && ` · ${id}`}
      </p>
      <Button look="line" onClick={onRetry}>
        <Trans>Try again</Trans>
      </Button>
    </div>
  );
}
