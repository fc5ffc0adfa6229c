import { useState } from 'react';
import type { MailedLink } from '#/api/types';
import { useFailureText } from '#/ui/failure-text';
import { type LinkSearch, type LinkState, mailedLink, refusalOf, standingOf } from './mailed-link';

/**
 * A mailed link that is followed by a press: programs that look for harm in mail open links, too, and must not do what
 * only a person may. `follow` makes the call.
 */
export function useMailedLink(search: LinkSearch, follow: (link: MailedLink) => Promise<void>) {
  const failureText = useFailureText();
  const [state, setState] = useState<LinkState>(() => standingOf(search, Date.now()));
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const press = async () => {
    setBusy(true);
    setError(undefined);
    try {
      await follow(mailedLink(search));
      setState('done');
    } catch (failure) {
      const refused = refusalOf(failure);
      if (refused) setState(refused);
      else setError(failureText(failure));
    } finally {
      setBusy(false);
    }
  };
  return { state, busy, error, press };
}
