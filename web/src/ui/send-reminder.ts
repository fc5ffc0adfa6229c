import { i18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { QueryClient } from '@tanstack/react-query';
import { createStore } from 'zustand';
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
    if (!on) announce(i18n._(msg`Reminder removed`));
    else if (session.getState().user?.email_verified) {
      void showToast(i18n._(msg`You will be reminded by email.`), { type: 'success', id: 'reminder' });
    } else {
      void showToast(i18n._(msg`Reminder set. Verify your email to get it.`), { id: 'reminder' });
    }
  } catch (error) {
    void showToast(failureText(i18n, error), { type: 'error', id: 'reminder' });
  }
}

interface Wish {
  /** What a visitor wants to be reminded of; null without a wish. */
  of: Reminded | null;
}

/** What the next user on this page is reminded of. The login dialog says so. */
export const wish = createStore<Wish>(() => ({ of: null }));

let unsubscribe = () => {};

/** Drops the wish: the visitor closed the login dialog. */
export function forgetWish(): void {
  unsubscribe();
  wish.setState({ of: null });
}

/** Does it for whoever logs in next on this page: the last wish of a visitor. */
export function remindOnceLoggedIn(client: QueryClient, of: Reminded, id: number): void {
  forgetWish();
  wish.setState({ of });
  const sendFor = (user: Profile | null) => {
    if (!user) return;
    forgetWish();
    void sendReminder(client, of, id, true);
  };
  unsubscribe = session.subscribe(({ user }) => sendFor(user));
  sendFor(session.getState().user);
}
