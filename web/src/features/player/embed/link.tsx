import { useEffect } from 'react';
import { usePlayer } from '../ui/context';
import type { Line } from './line';

/** Lets the page around speak with the player that this stands in. */
export function Link({ line }: { line: Line }) {
  const { deck, remote } = usePlayer();
  useEffect(() => line.connect(deck, remote), [line, deck, remote]);
  return null;
}
