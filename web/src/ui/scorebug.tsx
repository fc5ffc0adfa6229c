import type { CSSProperties } from 'react';
import type { EventSummary } from '#/api/types';
import { onColour, safeColour } from '#/entities/colour';
import { leader, type Sides, shortName, sides } from '#/entities/event';
import { Crest } from './crest';
import { Score } from './score';

/** Team colours as the variables that cards, rows and plates read: `--a` away, `--h` home. */
export function teamColours(event: EventSummary): CSSProperties {
  const [away, home] = event.participants;
  return { '--a': safeColour(away?.color), '--h': safeColour((home ?? away)?.color) } as CSSProperties;
}

/** A plate in a team's colour with text that can be read on it: `--c` and `--oc`. */
export function plateColours(team: { color: string; on_color?: string }): CSSProperties {
  const plate = safeColour(team.color);
  return { '--c': plate, '--oc': team.on_color || onColour(plate) } as CSSProperties;
}

const order = ['away', 'home'] as const satisfies (keyof Sides)[];

/**
 * The two rows every game is read by: away above home, crest, name, score at the right edge. Decorative: the heading beside
 * it carries the sentence. Events that are not a game between two have no rows.
 */
export function Scorebug({ event }: { event: EventSummary }) {
  const two = sides(event);
  if (!two) return null;
  const ahead = leader(event.score);
  return (
    <div className="bug__rows" aria-hidden="true">
      {order.map((side) => (
        <div key={side} className={`bug__r${event.score ? (ahead && ahead !== side ? '' : ' w') : ' up'}`}>
          <Crest of={two[side]} />
          <span>{shortName(two[side])}</span>
          {event.score && <Score className="bug__s" value={event.score[side]} />}
        </div>
      ))}
    </div>
  );
}
