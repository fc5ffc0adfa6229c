import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { Eye } from 'lucide-react';
import type { EventSummary } from '#/api/types';
import { fullTitle, sides } from '#/entities/event';
import { revealScore } from '#/lib/spoilers';
import { useVersus } from './use-versus';

/**
 * Shows the score of one game to somebody who hides the others: by a press of its own, never by accident. Nothing where
 * there is nothing to show.
 */
export function RevealButton({
  event,
  className,
  named = false,
}: {
  event: EventSummary;
  className: string;
  named?: boolean;
}) {
  const { t } = useLingui();
  const client = useQueryClient();
  const versus = useVersus();
  if (!event.score_hidden || !sides(event)) return null;
  const game = fullTitle(event, versus);
  return (
    <button
      type="button"
      className={className}
      aria-label={named ? undefined : t`Show the score of ${game}`}
      title={named ? undefined : t`Show score`}
      onClick={() => revealScore(client, event.id)}
    >
      <Eye className="i" aria-hidden="true" />
      {named && t`Show score`}
    </button>
  );
}
