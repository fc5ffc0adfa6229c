import type { EventSummary, VideoDetail } from '#/api/types';

/** By what viewing is counted: names that are the same in every language, '' where there is none. */
interface Groups {
  category: string;
  sport: string;
  gender: string;
  school: string;
  league: string;
}

/** A game counts for the school at whose place it is. */
export function groupsOfGame({ event_category, gender, participants, home_team_id, division }: EventSummary): Groups {
  const home = participants.find(({ id }) => id === home_team_id);
  const sport = event_category?.alias ?? '';
  return {
    category: sport,
    sport,
    gender,
    school: home?.participant_group_id ? String(home.participant_group_id) : '',
    league: division?.alias ?? '',
  };
}

export function groupsOfVideo({ category }: Pick<VideoDetail, 'category'>): Groups {
  return { category: category.alias, sport: '', gender: '', school: '', league: '' };
}
