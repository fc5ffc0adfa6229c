import { useLingui } from '@lingui/react/macro';
import { Calendar, CirclePlay, Film, MapPin, Radio, Trophy } from 'lucide-react';
import type { MouseEvent } from 'react';
import type { Suggestion, SuggestionKind } from '#/entities/suggestion';
import { Crest } from '../crest';

const icons = {
  live: Radio,
  upcoming: Calendar,
  replay: CirclePlay,
  video: Film,
  team: Trophy,
  school: Trophy,
  sport: Trophy,
  place: MapPin,
} satisfies Record<SuggestionKind, unknown>;

interface SuggestionOptionProps {
  id: string;
  suggestion: Suggestion;
  active: boolean;
  onClick: (event: MouseEvent) => void;
}

/** One line of the suggestions: what it is called, what tells it apart, and its kind. */
export function SuggestionOption({ id, suggestion, active, onClick }: SuggestionOptionProps) {
  const { kind, title, details, emblem } = suggestion;
  const names = useKindNames();
  const Icon = icons[kind];
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the field has the keys and the focus
    <div
      id={id}
      className="suggestion"
      role="option"
      aria-selected={active}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onClick}
    >
      {emblem ? <Crest of={emblem} /> : <Icon className="i" aria-hidden="true" />}
      <span className="suggestion__t">
        <b>{title}</b>
        {details.length > 0 && (
          <>
            <span className="vh">, </span>
            <span>{details.join(' · ')}</span>
          </>
        )}
      </span>
      <span className="vh">, </span>
      <small className={kind === 'live' ? 'suggestion__live' : undefined}>{names[kind]}</small>
    </div>
  );
}

function useKindNames(): Record<SuggestionKind, string> {
  const { t } = useLingui();
  return {
    live: t({ message: 'Live', context: 'menu' }),
    upcoming: t`Upcoming`,
    replay: t`On demand`,
    video: t`Video`,
    team: t`Team`,
    school: t`School`,
    sport: t`Sport`,
    place: t`Venue`,
  };
}
