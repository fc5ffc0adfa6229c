import { i18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { QueryClient } from '@tanstack/react-query';
import { type Reminded, remindersQuery, setReminder } from '#/api/reminders';
import type { Profile } from '#/api/types';
import { session } from '#/lib/session';
import { announce } from './announcer';
import { failureText } from './failure-text';
import { showToast } from './toast';

/** Has the user reminded of something, or no longer, and says what became of it. */
export async function sendReminder(client: QueryClient, of: Reminded, id: number, on: boolean): Promise<void> {
  const { queryKey } = remindersQuery();
  try {
    const all = await setReminder(of, id, on);
    // An answer that was on its way before knows nothing of it.
    await client.cancelQueries({ queryKey });
    client.setQueryData(queryKey, all);
    if (!on) announce(i18n._(msg`No reminder any more`));
    else if (session.getState().user?.email_verified) {
      void showToast(i18n._(msg`You will be reminded by email.`), { type: 'success', id: 'reminder' });
    } else {
      void showToast(i18n._(msg`Kept. Verify your email address, and we remind you by email.`), { id: 'reminder' });
    }
  } catch (error) {
    void showToast(failureText(i18n, error), { type: 'error', id: 'reminder' });
  }
}

let forget = () => {};

/** Does it for whoever logs in next on this page: the last wish of a visitor. */
export function remindOnceLoggedIn(client: QueryClient, of: Reminded, id: number): void {
  forget();
  const sendFor = (user: Profile | null) => {
    if (!user) return;
    forget();
    void sendReminder(client, of, id, true);
  };
  forget = session.subscribe(({ user }) => sendFor(user));
  sendFor(session.getState().user);
}
