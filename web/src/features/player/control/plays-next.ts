import { createStore, useStore } from 'zustand';
import { loadPreferences, savePreferences } from './memory';

/** Whether the next game plays by itself: one choice for the settings of the player and the card of the next game. */
const choice = createStore(() => ({ on: loadPreferences().playsNext }));

export function usePlaysNext(): [on: boolean, choose: (on: boolean) => void] {
  return [useStore(choice, ({ on }) => on), choosePlaysNext];
}

/** Remembers the choice in this browser. */
export function choosePlaysNext(on: boolean): void {
  savePreferences({ playsNext: on });
  choice.setState({ on });
}
