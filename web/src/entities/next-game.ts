import type { EventDetail, EventSummary } from '#/api/types';
import { status } from './event';

interface Choices {
  live: readonly EventSummary[];
  /** Games with a recording: of the same teams first. */
  recorded: readonly EventSummary[];
  /** Ids of games that were played on this page. */
  played: ReadonlySet<number>;
}

/**
 * The game that plays after another has ended: a live one, of the same sport where there is one, else a recording. It is a
 * game that the viewer may watch, and none that was just played.
 */
export function nextGame(
  ended: Pick<EventDetail, 'id' | 'event_category_id'>,
  { live, recorded, played }: Choices,
): EventSummary | null {
  const may = (game: EventSummary) => game.id !== ended.id && game.access.granted && !played.has(game.id);
  const isOn = (game: EventSummary) => may(game) && status(game) === 'live';
  const sameSport = (game: EventSummary) => game.event_category_id === ended.event_category_id;
  return (
    live.find((game) => isOn(game) && sameSport(game)) ??
    live.find(isOn) ??
    recorded.find((game) => may(game) && status(game) === 'finished') ??
    null
  );
}
