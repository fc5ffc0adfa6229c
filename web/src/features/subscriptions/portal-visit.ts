import { useEffect, useState } from 'react';
import { tab } from '#/lib/storage';

const name = 'portal_visit';
/** Somebody who stays longer has long been heard of when they return. */
const visitMs = 3_600_000;
/** How long after the return changes may still be on their way from the provider to our server, and how often it is asked. */
const arriveMs = 20_000;
const everyMs = 2_000;

/** Notes that this tab goes to the provider's page. */
export function leaveForPortal(): void {
  tab.save(name, true, visitMs);
}

/**
 * Milliseconds between two questions about the subscriptions, false for none. What is changed on the provider's page comes
 * to our server by a message that may be slower than the way back, so whoever returns is shown what arrives.
 */
export function useReturn(): number | false {
  const [back, setBack] = useState(() => tab.load(name) === true);
  useEffect(() => {
    // The page may be shown again as it was left, which is no new rendering.
    const look = ({ persisted }: PageTransitionEvent) => {
      if (persisted) setBack(tab.load(name) === true);
    };
    window.addEventListener('pageshow', look);
    return () => window.removeEventListener('pageshow', look);
  }, []);
  useEffect(() => {
    if (!back) return;
    tab.forget(name);
    const timer = setTimeout(() => setBack(false), arriveMs);
    return () => clearTimeout(timer);
  }, [back]);
  return back && everyMs;
}
