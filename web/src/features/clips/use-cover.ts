import { useQuery } from '@tanstack/react-query';
import type { EventDetail } from '#/api/types';
import { useSettled } from '#/ui/use-settled';
import { coverQuery } from './api';
import type { Trim } from './logic/trim';

/** A dragged edge moves many times a second. */
const SETTLED_MS = 250;

/** What a user's clips of a game that is sold may still show, in seconds, as the server counts it. */
export interface Cover {
  /** 0 while scores are hidden: a part of the length tells the length. */
  most: number;
  left: number;
  /** How much of it the chosen stretch uses. */
  adds: number;
  /** The server would refuse the chosen stretch. */
  over: boolean;
}

/** Asks the server about the chosen stretch. null where there is no bound, or while it is not known. */
export function useCover(event: Pick<EventDetail, 'id' | 'type'>, trim: Trim): Cover | null {
  const sold = event.type === 'paid' || event.type === 'ppv';
  const { data } = useQuery({ ...coverQuery(event.id, useSettled(trim, SETTLED_MS)), enabled: sold });
  if (!data?.limited) return null;
  return { most: data.most, left: Math.max(0, data.most - data.used), adds: data.adds, over: !data.fits };
}
