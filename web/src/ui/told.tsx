import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { revealedQuery } from '#/api/queries';
import type { EventSummary } from '#/api/types';
import { useSpoilerChoice } from '#/lib/spoiler-choice';

interface ToldProps {
  event: EventSummary;
  children: (event: EventSummary) => ReactNode;
}

/** An event as it is told here: with its score once somebody who hides the others asked for it, see `RevealButton`. */
export function Told({ event, children }: ToldProps) {
  const revealed = useSpoilerChoice((choice) => choice.revealed.has(event.id));
  return revealed ? <Revealed event={event}>{children}</Revealed> : children(event);
}

function Revealed({ event, children }: ToldProps) {
  const { data } = useQuery(revealedQuery(event.id));
  return children(data ?? event);
}
