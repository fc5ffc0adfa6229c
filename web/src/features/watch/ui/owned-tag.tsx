import { CircleCheck } from 'lucide-react';
import type { EventDetail } from '#/api/types';
import { Tag } from '#/ui/tag';

const bought = new Set<EventDetail['access']['reason']>(['order', 'package', 'subscription']);

/** Whether what the viewer bought is why the game is open to them. */
export function isBought({ access: { granted, reason } }: EventDetail): boolean {
  return granted && bought.has(reason);
}

/** By what the viewer may watch, and until when: the server's sentence, such as "Hockey pass, until June 30, 2027". */
export function OwnedTag({ event }: { event: EventDetail }) {
  return (
    <Tag tone="own">
      <CircleCheck className="i i-16" aria-hidden="true" />
      {event.access.message}
    </Tag>
  );
}
