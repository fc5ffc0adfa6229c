import { Trans } from '@lingui/react/macro';
import { useId } from 'react';
import type { FilmChapter } from '#/api/types';
import { counter } from '#/entities/duration';

interface ChaptersProps {
  chapters: readonly FilmChapter[];
  /** The number of the one that plays; -1 while none does. */
  current: number;
  /** Seconds into the video. */
  onChoose: (start: number) => void;
}

/** The chapters of a video beside its player. Choosing one plays it. */
export function Chapters({ chapters, current, onChoose }: ChaptersProps) {
  const heading = useId();
  return (
    <aside className="side on-media" aria-labelledby={heading}>
      <div className="side__in">
        <div className="side__h">
          <h2 id={heading}>
            <Trans>Chapters</Trans>
          </h2>
        </div>
        <ol className="km" aria-labelledby={heading}>
          {chapters.map(({ start, title }, index) => (
            <li key={start}>
              <button
                type="button"
                aria-current={index === current ? 'true' : undefined}
                onClick={() => onChoose(start)}
              >
                <span className="t">{counter(start)}</span>
                <i aria-hidden="true" />
                <span className="km__w">
                  <b>{title}</b>
                </span>
              </button>
            </li>
          ))}
        </ol>
      </div>
    </aside>
  );
}
