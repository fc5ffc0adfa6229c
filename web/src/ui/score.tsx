import { type ComponentProps, useState } from 'react';

interface ScoreProps extends ComponentProps<'b'> {
  value: number | string | undefined;
}

/** One side's score. A change wipes in along the cut, once; what is there from the start just stands. */
export function Score({ value, className = '', ...rest }: ScoreProps) {
  const [shown, setShown] = useState({ value, turn: 0 });
  // Derived from the score before, so it is settled while rendering.
  if (shown.value !== value) setShown({ value, turn: shown.turn + 1 });
  const wipes = shown.turn > 0 ? ' wipe' : '';
  return (
    <b key={shown.turn} className={`${className}${wipes}`.trim() || undefined} {...rest}>
      {value}
    </b>
  );
}
