import { CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import type { EventSummary } from '#/api/types';
import { isOff, isRecorded, status } from '#/entities/event';
import { useEventLabels } from './event-labels';

export type TagTone = 'own' | 'price' | 'free' | 'warn' | 'off';

export function Tag({ tone, children }: { tone?: TagTone; children: ReactNode }) {
  return <span className={tone ? `tag tag--${tone}` : 'tag'}>{children}</span>;
}

const tones = {
  own: 'own',
  included: 'own',
  free: 'free',
  login: 'free',
  blocked: 'off',
  on_hold: 'warn',
  price: 'price',
} as const;

/**
 * The one thing a card says about access: a green tick with the pass, a price, or what it takes. Nothing for a game that is
 * over without a recording, cancelled or postponed: there is nothing to have.
 */
export function AccessTag({ event }: { event: EventSummary }) {
  const { label, text, note } = useEventLabels().access(event);
  if (isOff(event) || (status(event) === 'finished' && !isRecorded(event))) return null;
  const own = label.kind === 'own' || label.kind === 'included';
  return (
    <Tag tone={tones[label.kind]}>
      {own && <CircleCheck className="i i-16" aria-hidden="true" />}
      {label.kind === 'own' ? note : text}
    </Tag>
  );
}
