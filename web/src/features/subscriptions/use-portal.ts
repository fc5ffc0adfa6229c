import { useEffect, useState } from 'react';
import { customerPortal } from '#/api/subscriptions';
import { leaveForPortal } from './portal-visit';

/** Leads to the provider's own page. Its address is asked for at a press, since it works for a few minutes only. */
export function usePortal() {
  const [problem, setProblem] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    // Back by the browser's button, the page may be the very one that was left.
    const back = () => setBusy(false);
    window.addEventListener('pageshow', back);
    return () => window.removeEventListener('pageshow', back);
  }, []);
  const open = async () => {
    setBusy(true);
    setProblem(null);
    try {
      const { url } = await customerPortal();
      leaveForPortal();
      location.assign(url);
    } catch (error) {
      setProblem(error);
      setBusy(false);
    }
  };
  return { open, busy, problem };
}
