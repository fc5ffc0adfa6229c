import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ScheduleRow } from '#/ui/schedule-row';
import { eventsWithClipQuery } from '../api';

/** The games of which there are clips, the latest first, each with the way to it. */
export function GamesWithClips() {
  const games = useQuery(eventsWithClipQuery()).data ?? [];
  if (games.length === 0) return null;
  return (
    <section className="clip-games" aria-labelledby="games-with-clips">
      <h2 className="h-sec" id="games-with-clips">
        <Trans>Games with clips</Trans>
      </h2>
      <ul className="sched">
        {games.map((game) => (
          <ScheduleRow key={game.id} event={game} withDay />
        ))}
      </ul>
    </section>
  );
}
