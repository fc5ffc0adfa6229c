import { useState } from 'react';
import { hasCode } from '#/api/failure';
import { forgetMailedLink, type MailedLink, mailedLink } from '#/lib/mailed-link';
import { useFailureText } from '#/ui/failure-text';

/** How a link stands: nobody followed it yet, it did what it is for, or why it leads nowhere. */
export type LinkState = 'ready' | 'done' | 'expired' | 'used' | 'broken';

/**
 * A mailed link to this path that is followed by a press: programs that look for harm in mail open links, too, and must
 * not do what only a person may. `follow` makes the call.
 */
export function useMailedLink(path: string, follow: (link: MailedLink) => Promise<void>) {
  const failureText = useFailureText();
  const [link] = useState(() => mailedLink(path));
  const [state, setState] = useState<LinkState>(link ? 'ready' : 'broken');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const end = (as: LinkState) => {
    forgetMailedLink();
    setState(as);
  };
  const press = async () => {
    if (!link) return;
    setBusy(true);
    setError(undefined);
    try {
      await follow(link);
      end('done');
    } catch (failure) {
      const refused = refusalOf(failure);
      if (refused) end(refused);
      else setError(failureText(failure));
    } finally {
      setBusy(false);
    }
  };
  return { email: link?.email ?? '', state, busy, error, press };
}

/** Why a link that the server refused leads nowhere; null for any other failure. */
function refusalOf(error: unknown): LinkState | null {
  if (hasCode(error, 'link_expired')) return 'expired';
  if (hasCode(error, 'link_used')) return 'used';
  return hasCode(error, 'verification_failed') ? 'broken' : null;
}
