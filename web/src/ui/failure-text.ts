import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react';
import { failureOf } from '#/api/failure';

/** One sentence a person can act on, for any thrown value. The server's own sentence wins. */
export function failureText(i18n: I18n, error: unknown): string {
  const failure = failureOf(error);
  if (failure?.kind === 'problem' && failure.code === 'validation_failed' && failure.fields.length > 0) {
    return [...new Set(failure.fields.map((field) => field.message))].join(' '); // the detail names the API's fields
  }
  if (failure?.kind === 'problem' && failure.detail) return failure.detail;
  if (failure?.kind === 'network') return i18n._(msg`You have no connection. Check your network and try again.`);
  if (failure?.kind === 'timeout') return i18n._(msg`The server took too long to answer. Please try again.`);
  return i18n._(msg`Something went wrong. Please try again or contact technical support`);
}

export function useFailureText(): (error: unknown) => string {
  const { i18n } = useLingui();
  return (error) => failureText(i18n, error);
}
