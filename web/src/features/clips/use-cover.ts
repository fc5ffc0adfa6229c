import { useQuery } from '@tanstack/react-query';
import type { EventDetail } from '#/api/types';
import { coverQuery } from './api';
import { roomFor } from './logic/cover';
import type { Trim } from './logic/trim';

/** What a user's clips may still show of a game that is sold; null where there is no bound, or it is not known yet. */
export function useCover(event: Pick<EventDetail, 'id' | 'type'>, trim: Trim) {
  const sold = event.type === 'paid' || event.type === 'ppv';
  const { data } = useQuery({ ...coverQuery(event.id), enabled: sold });
  const room = data ? roomFor(data, trim) : null;
  return data && room ? { ...room, most: data.most } : null;
}

export type Cover = NonNullable<ReturnType<typeof useCover>>;
