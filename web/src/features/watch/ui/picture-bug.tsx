import type { EventDetail } from '#/api/types';
import { clockText, sides } from '#/entities/event';
import { plateColours } from '#/ui/scorebug';
import { useScore } from '../playhead';

/** The scorebug in the corner of the picture, at the playhead. Decorative: the heading below carries the sentence. */
export function PictureBug({ event }: { event: EventDetail }) {
  const score = useScore(event, true);
  const two = sides(event);
  if (!two || !score) return null;
  const clock = clockText(score);
  return (
    <div className="sbug" aria-hidden="true">
      {(['away', 'home'] as const).map((side) => (
        <span key={side} className="sbug__t" style={plateColours(two[side])}>
          <span className="tm">{two[side].code || two[side].short_name}</span>
          <span className="sc">{score[side]}</span>
        </span>
      ))}
      {clock && <span className="ck2">{clock}</span>}
    </div>
  );
}
