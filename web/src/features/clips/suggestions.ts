import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react';
import type { EventSummary } from '#/api/types';
import { type CourtKind, court } from '#/entities/court';
import { ordered, shortName } from '#/entities/event';

const highlight = msg({ message: 'Highlight', context: 'tag' });
const goal = msg({ message: 'Goal', context: 'tag' });
const save = msg({ message: 'Save', context: 'tag' });
const shot = [goal, save, msg({ message: 'Penalty', context: 'tag' })];

/** What people look for in each kind of game. */
const plays: Record<CourtKind, readonly MessageDescriptor[]> = {
  rink: [...shot, msg({ message: 'Hit', context: 'tag' })],
  field: shot,
  pitch: [...shot, msg({ message: 'Free kick', context: 'tag' })],
  basketball: [
    msg({ message: 'Three-pointer', context: 'tag' }),
    msg({ message: 'Dunk', context: 'tag' }),
    msg({ message: 'Block', context: 'tag' }),
    msg({ message: 'Steal', context: 'tag' }),
  ],
  volleyball: [
    msg({ message: 'Ace', context: 'tag' }),
    msg({ message: 'Kill', context: 'tag' }),
    msg({ message: 'Block', context: 'tag' }),
    msg({ message: 'Rally', context: 'tag' }),
  ],
  gridiron: [
    msg({ message: 'Touchdown', context: 'tag' }),
    msg({ message: 'Interception', context: 'tag' }),
    msg({ message: 'Sack', context: 'tag' }),
    msg({ message: 'Field goal', context: 'tag' }),
  ],
  rugby: [
    msg({ message: 'Try', context: 'tag' }),
    msg({ message: 'Conversion', context: 'tag' }),
    msg({ message: 'Tackle', context: 'tag' }),
  ],
  diamond: [
    msg({ message: 'Home run', context: 'tag' }),
    msg({ message: 'Strikeout', context: 'tag' }),
    msg({ message: 'Catch', context: 'tag' }),
  ],
  ring: [
    msg({ message: 'Knockout', context: 'tag' }),
    msg({ message: 'Knockdown', context: 'tag' }),
    msg({ message: 'Round', context: 'tag' }),
  ],
  cage: [
    msg({ message: 'Knockout', context: 'tag' }),
    msg({ message: 'Submission', context: 'tag' }),
    msg({ message: 'Takedown', context: 'tag' }),
  ],
  tennis: [
    msg({ message: 'Ace', context: 'tag' }),
    msg({ message: 'Rally', context: 'tag' }),
    msg({ message: 'Match point', context: 'tag' }),
  ],
  track: [
    msg({ message: 'Start', context: 'tag' }),
    msg({ message: 'Finish', context: 'tag' }),
    msg({ message: 'Record', context: 'tag' }),
  ],
};

/** Tags that suit a game: what happens in its sport, and who plays. */
export function useSuggestions(event: Pick<EventSummary, 'event_category' | 'participants' | 'name' | 'home_team_id'>) {
  const { i18n } = useLingui();
  const { kind } = court(event.event_category?.alias ?? '');
  return [...[...plays[kind], highlight].map((play) => i18n._(play)), ...ordered(event).slice(0, 2).map(shortName)];
}
