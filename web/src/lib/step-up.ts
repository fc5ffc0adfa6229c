import { createStore } from 'zustand';

/** Asks a person for a code of their authenticator app before a change of the account. */
interface StepUpState {
  /** Ends the question: whether a code was taken. Null while nothing is asked. */
  answer: ((proven: boolean) => void) | null;
}

export const stepUp = createStore<StepUpState>(() => ({ answer: null }));

let asking: Promise<boolean> | null = null;

/** Opens the question, and resolves once it is answered. Calls that wait at once share one question. */
export function askStepUp(): Promise<boolean> {
  asking ??= new Promise<boolean>((resolve) => stepUp.setState({ answer: resolve })).finally(() => {
    asking = null;
    stepUp.setState({ answer: null });
  });
  return asking;
}
