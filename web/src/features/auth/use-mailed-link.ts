import { useState } from 'react';
import { failureOf, hasCode } from '#/api/failure';
import { forgetMailedLink, type MailedLink, mailedLink } from '#/lib/mailed-link';
import { useFailureText } from '#/ui/failure-text';

/**
 * How a link stands: no one followed it yet, it waits for the password of the account or for a log in, it did what it is
 * for, or why it leads nowhere.
 */
export type LinkState = 'ready' | 'password' | 'login' | 'done' | 'expired' | 'used' | 'broken';

/**
 * A mailed link to this path that is followed by a press: programs that look for harm in mail open links, too, and must
 * not do what only a person may. `follow` makes the call, with the password once it was asked for.
 */
export function useMailedLink(path: string, follow: (link: MailedLink, password?: string) => Promise<void>) {
  const failureText = useFailureText();
  const [link] = useState(() => mailedLink(path));
  const [state, setState] = useState<LinkState>(link ? 'ready' : 'broken');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const end = (as: LinkState) => {
    if (as !== 'password' && as !== 'login') forgetMailedLink();
    setState(as);
  };
  const press = async (password?: string) => {
    if (!link) return;
    setBusy(true);
    setError(undefined);
    try {
      await follow(link, password);
      end('done');
    } catch (failure) {
      const refused = refusalOf(failure);
      if (refused) end(refused);
      else setError(failureText(failure));
    } finally {
      setBusy(false);
    }
  };
  return { link, email: link?.email ?? '', state, busy, error, press, end };
}

/** What a link that the server refused waits for, or why it leads nowhere; null for any other failure. */
function refusalOf(error: unknown): LinkState | null {
  if (hasCode(error, 'account_proof_required')) return asksPassword(error) ? 'password' : 'login';
  if (hasCode(error, 'link_expired')) return 'expired';
  if (hasCode(error, 'link_used') || hasCode(error, 'email_already_verified')) return 'used';
  return hasCode(error, 'verification_failed') || hasCode(error, 'user_not_found') ? 'broken' : null;
}

/** An account without a password is opened by another service alone. */
function asksPassword(error: unknown): boolean {
  const failure = failureOf(error);
  return failure?.kind === 'problem' && failure.fields.some(({ field }) => field === 'password');
}
