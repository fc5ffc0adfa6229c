import { Trans } from '@lingui/react/macro';
import { useId } from 'react';
import type { EventDetail } from '#/api/types';

/** The operator's words about the game; the server has cleaned the HTML. */
export function About({ event }: { event: EventDetail }) {
  const heading = useId();
  if (!event.description) return null;
  return (
    <section className="wrap about" aria-labelledby={heading}>
      <h2 id={heading} className="h-sec">
        <Trans>About this game</Trans>
      </h2>
      <div className="about__t" dangerouslySetInnerHTML={{ __html: event.description }} />
    </section>
  );
}
