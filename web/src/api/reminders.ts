import { queryOptions } from '@tanstack/react-query';
import { get, post, remove } from './client';
import type { Reminders } from './types';

/** Of what a user is reminded by letter. */
export const remindersQuery = () =>
  queryOptions({
    queryKey: ['reminders'],
    queryFn: ({ signal }) => get<Reminders>('/reminders', undefined, { signal }),
    staleTime: 60_000,
  });

export type Reminded = 'events' | 'participants';

/** Has the user reminded of an event, or of every event of a team, or no longer; tells all there is then. */
export function setReminder(of: Reminded, id: number, on: boolean): Promise<Reminders> {
  const path = `/${of}/${id}/reminder`;
  return on ? post<Reminders>(path) : remove<Reminders>(path);
}

/** Ends every reminder of whoever was sent the token. */
export async function stopReminders(token: string): Promise<void> {
  await post('/reminders/stop', { token });
}
