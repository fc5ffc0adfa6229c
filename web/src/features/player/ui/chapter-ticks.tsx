import type { Chapter } from '../logic/film';
import { fractionOf, type Span } from '../logic/live';

/** Where chapters begin on the timeline. They are listed beside the player, so nothing here is pressed. */
export function ChapterTicks({ chapters, span }: { chapters: readonly Chapter[]; span: Span }) {
  return chapters.map(({ start }) => {
    const position = span.start + start;
    if (start <= 0 || position >= span.end) return null;
    const left = `${(fractionOf(span, position) * 100).toFixed(3)}%`;
    return <span key={start} className="tl__c" style={{ left }} aria-hidden="true" />;
  });
}
