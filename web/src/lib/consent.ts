import { createStore, useStore } from 'zustand';
import { local } from './storage';

/** What a visitor says to being measured beyond the page they look at. */
export type Answer = 'granted' | 'denied';

interface Consent {
  /** Null until somebody chose. */
  answer: Answer | null;
  /** Whether this channel measures at all, on this host: elsewhere there is nothing to choose. */
  measured: boolean;
  /** The question is on the screen; `wanted` when somebody asked for it again. */
  asking: false | 'first' | 'wanted';
}

const name = 'analytics_consent';

export const consent = createStore<Consent>(() => ({ answer: recall(), measured: false, asking: false }));

export function useConsent<T>(select: (state: Consent) => T): T {
  return useStore(consent, select);
}

/** Whether anything of analytics may be kept in the browser. */
export function isGranted(): boolean {
  return consent.getState().answer === 'granted';
}

/** The answer counts for 360 days, as everything kept does, while the browser does not answer itself. */
export function answerConsent(answer: Answer): void {
  local.save(name, answer);
  consent.setState({ answer: recall() ?? answer, asking: false });
}

/** Closes the question without an answer. */
export function stopAsking(): void {
  consent.setState({ asking: false });
}

/** Shows the question to somebody who would like to answer otherwise. */
export function askAgain(): void {
  consent.setState({ asking: 'wanted' });
}

/** Follows an answer that was given in another tab. Returns the way to stop. */
export function followConsent(): () => void {
  return local.watch(name, () => consent.setState({ answer: recall(), asking: false }));
}

/**
 * Whether the browser sends Global Privacy Control (w3.org/TR/gpc), which counts as a refusal, even after the viewer accepted
 * before. Browsers that send `Sec-GPC: 1` set this property.
 */
export function isPrivacyControlled(): boolean {
  return (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true;
}

function recall(): Answer | null {
  if (isPrivacyControlled()) return 'denied';
  const kept = local.load(name);
  return kept === 'granted' || kept === 'denied' ? kept : null;
}
