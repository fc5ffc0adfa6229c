import { useEffect, useState } from 'react';
import { serverNow } from '#/lib/server-clock';

const SECOND_MS = 1000;

/** The server's time in milliseconds, renewed with every full second of it. */
export function useSecond(): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const tick = () => {
      const at = serverNow();
      setNow(at);
      timer = setTimeout(tick, SECOND_MS - (at % SECOND_MS));
    };
    tick();
    return () => clearTimeout(timer);
  }, []);
  return now;
}
