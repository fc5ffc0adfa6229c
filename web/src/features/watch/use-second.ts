import { useEffect, useState } from 'react';

const SECOND_MS = 1000;

/** The time in milliseconds, renewed with every full second of it. `offset` corrects this device's clock. */
export function useSecond(offset: number): number {
  const [now, setNow] = useState(() => Date.now() + offset);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const tick = () => {
      const at = Date.now() + offset;
      setNow(at);
      timer = setTimeout(tick, SECOND_MS - (at % SECOND_MS));
    };
    tick();
    return () => clearTimeout(timer);
  }, [offset]);
  return now;
}
