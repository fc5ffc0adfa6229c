import { useCallback, useState } from 'react';
import { useAutoAdvance } from '#/ui/use-auto-advance';

/** Which slide is shown. Choosing one pauses the show: the choice must not be taken away. */
export function useSlideshow(count: number) {
  const [index, setIndex] = useState(0);
  const shown = index < count ? index : 0;
  const advance = useCallback(() => setIndex((shown + 1) % count), [shown, count]);
  const { pause, ...show } = useAutoAdvance(count > 1, advance, shown);
  return {
    ...show,
    index: shown,
    choose: (next: number) => {
      setIndex(next);
      pause();
    },
  };
}
