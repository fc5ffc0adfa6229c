import { useLingui } from '@lingui/react/macro';
import { failureOf } from '#/api/failure';

/** One sentence a person can act on, for any thrown value. The server's own sentence wins. */
export function useFailureText(): (error: unknown) => string {
  const { t } = useLingui();
  return (error) => {
    const failure = failureOf(error);
    if (failure?.kind === 'problem' && failure.detail) return failure.detail;
    if (failure?.kind === 'network') return t`There is no connection. Check it and try again.`;
    if (failure?.kind === 'timeout') return t`The answer took too long. Please try again.`;
    return t`Something went wrong. Please try again or contact technical support`;
  };
}
