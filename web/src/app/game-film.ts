import { useMemo } from 'react';
import type { EventDetail } from '#/api/types';
import { thumbnails } from '#/entities/medium';
import type { Film } from '#/features/player/logic/film';
import { isVeiled, resign } from '#/features/player/logic/signed-url';

/**
 * The storyboard of a game: the one that the event's media name, with the signature of what plays.
 * A viewer who hides scores gets none: it would tell the length.
 */
export function useGameFilm({ media, score_hidden }: EventDetail, playing: string): Film {
  const board = score_hidden || isVeiled(playing) ? '' : thumbnails(media);
  const storyboard = board && resign(board, playing);
  return useMemo(() => ({ storyboard, chapters: [], grows: true }), [storyboard]);
}
