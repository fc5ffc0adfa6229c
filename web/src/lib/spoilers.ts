import type { Query, QueryClient } from '@tanstack/react-query';
import { saveHideScores } from '#/api/session';
import type { Profile } from '#/api/types';
import { isAboutEvents, unspoil } from './known-events';
import { session } from './session';
import { chooseSpoilers, reveal, spoilerChoice } from './spoiler-choice';

/** Hides scores or shows them, here and, for a user, wherever they are logged in. Rejects when that cannot be kept. */
export async function setSpoilers(client: QueryClient, hidden: boolean): Promise<void> {
  applySpoilers(client, hidden);
  if (!session.getState().user) return;
  keepUser(await saveHideScores(hidden));
}

/** Makes the page follow a choice: what is hidden goes at once, what may be shown is asked for. */
function applySpoilers(client: QueryClient, hidden: boolean): void {
  if (spoilerChoice.getState().hidden === hidden) return;
  chooseSpoilers(hidden);
  const predicate = ({ queryKey }: Query) => isAboutEvents(queryKey);
  // An answer that is on its way was asked for with the choice before.
  void client.cancelQueries({ predicate });
  if (hidden) unspoil(client);
  void client.invalidateQueries({ predicate });
}

/** Shows the score of one game to somebody who hides the others. */
export function revealScore(client: QueryClient, id: number): void {
  reveal(id);
  void client.invalidateQueries({ queryKey: ['event', id] });
}

/**
 * Hides scores in this browser too when its user has chosen so elsewhere. The other way round nothing happens: whoever hides
 * scores here is not told one because of what was chosen on another screen. Returns the way to stop.
 */
export function followUserSpoilers(client: QueryClient): () => void {
  const follow = () => {
    if (session.getState().user?.hide_scores) applySpoilers(client, true);
  };
  follow();
  return session.subscribe(follow);
}

function keepUser(user: Profile): void {
  if (session.getState().user?.id === user.id) session.setState({ user });
}
