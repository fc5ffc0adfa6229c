import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { categoriesQuery } from '#/api/queries';
import { searchQuery } from '#/api/search';
import { type Suggestion, searchText, suggestedOfEach, suggestionsOf } from '#/entities/suggestion';
import { announce } from '../announcer';
import { useEventLabels } from '../event-labels';
import { useSettled } from '../use-settled';
import { useVersus } from '../use-versus';

/** The search starts after so many milliseconds without a key. */
const pauseMs = 250;

export interface Suggestions {
  /** What was searched for; empty while too little is typed. */
  text: string;
  list: Suggestion[];
  /** The list answers the text. */
  settled: boolean;
}

/** What the typed text finds. Screen readers are told how much it is. */
export function useSuggestions(typed: string): Suggestions {
  const { t } = useLingui();
  const labels = useEventLabels();
  const versus = useVersus();
  const wanted = searchText(typed);
  const typedOut = useSettled(wanted, pauseMs);
  const text = wanted && typedOut;
  const { data, isPlaceholderData } = useQuery({ ...searchQuery(text, suggestedOfEach), enabled: text !== '' });
  const { data: tree } = useQuery(categoriesQuery());
  const list = useMemo(() => {
    if (!data || !text) return [];
    return suggestionsOf(data, tree ?? [], {
      versus,
      sport: labels.sport,
      teamSport: (team) => labels.teamSport(team, tree ?? []),
      starts: (event) => labels.starts(event, true),
      date: labels.date,
      time: labels.time,
    });
  }, [data, text, tree, versus, labels]);
  const settled = data !== undefined && !isPlaceholderData && text !== '';
  const told =
    list.length === 0 ? t`No suggestions` : plural(list.length, { one: '# suggestion', other: '# suggestions' });
  useEffect(() => {
    if (settled) announce(told);
  }, [settled, told]);
  return { text, list, settled };
}
