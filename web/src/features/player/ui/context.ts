import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import type { Deck } from '../control/deck';
import type { Remote } from '../control/remote';
import type { PlayerState } from '../control/state';

export interface PlayerHandle {
  deck: Deck;
  remote: Remote;
}

export const PlayerContext = createContext<PlayerHandle | null>(null);

export function usePlayer(): PlayerHandle {
  const handle = useContext(PlayerContext);
  if (!handle) throw new Error('outside a player');
  return handle;
}

/** A part of the player's state; the component renders again only when that part changes. */
export function usePlayerState<T>(select: (state: PlayerState) => T): T {
  return useStore(usePlayer().deck.store, select);
}
