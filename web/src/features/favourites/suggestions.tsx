import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { categoriesQuery, eventsQuery, participantGroupsQuery, participantsQuery } from '#/api/queries';
import type { FavouriteKey } from '#/entities/favourite';
import { type Followable, favouriteSuggestions } from '#/entities/favourite-suggestions';
import { favourites, isFavourite } from '#/lib/favourites';
import { local } from '#/lib/storage';
import { Button } from '#/ui/button';
import { SchoolTile, SportTile, TeamTile } from '#/ui/tiles';
import { Kind } from './kind';

const hiddenName = 'favourite_suggestions_hidden';
/** How many of each kind: more for a person who has nothing yet. */
const atFirst = 6;
const later = 3;
/** Enough games to name the teams that play next. */
const nextGames = { stream_status: 'live,upcoming', sort_direction: 'asc', limit: 30 } as const;

interface SuggestionsProps {
  /** The person has no favourites at all. */
  empty: boolean;
  /** What stands in the lists above already, also if its star was taken back. */
  listed: ReadonlySet<FavouriteKey>;
}

/** What can be followed as well, until the person hides it. With no favourites at all it is always there. */
export function Suggestions({ empty, listed }: SuggestionsProps) {
  const { t } = useLingui();
  const [hidden, setHidden] = useState(() => local.load(hiddenName) === true);
  const found = useFollowable(listed, empty ? atFirst : later);
  const hide = (next: boolean) => {
    local.save(hiddenName, next);
    setHidden(next);
  };
  if (Object.values(found).every((list) => list.length === 0)) return null;
  if (empty)
    return <Kinds found={found} titles={[t`Start with a team`, t`Or choose a school`, t`Or choose a sport`]} />;
  return (
    <div className="favs__more">
      <div className="favs__h">
        <h2>
          <Trans>More to follow</Trans>
        </h2>
        <Button look="line" size="sm" aria-expanded={!hidden} onClick={() => hide(!hidden)}>
          {hidden ? <Trans>Show suggestions</Trans> : <Trans>Hide suggestions</Trans>}
        </Button>
      </div>
      {!hidden && <Kinds found={found} titles={[t`Teams`, t`Schools`, t`Sports`]} level="h3" />}
    </div>
  );
}

function useFollowable(listed: ReadonlySet<FavouriteKey>, ofEach: number): Followable {
  const state = useStore(favourites);
  const { data: teams = [] } = useQuery(participantsQuery());
  const { data: schools = [] } = useQuery(participantGroupsQuery());
  const { data: tree = [] } = useQuery(categoriesQuery());
  const { data: next } = useQuery(eventsQuery(nextGames));
  const known = { teams, schools, tree, next: next?.data ?? [] };
  return favouriteSuggestions(known, (key) => isFavourite(state, key) || listed.has(key), ofEach);
}

interface KindsProps {
  found: Followable;
  titles: [teams: string, schools: string, sports: string];
  level?: 'h2' | 'h3';
}

function Kinds({ found, titles: [teams, schools, sports], level }: KindsProps) {
  const kind = (title: string, tiles: ReactNode[]) => (
    <Refocused>
      <Kind level={level} title={title} uncounted tiles={tiles} />
    </Refocused>
  );
  return (
    <>
      {kind(
        teams,
        found.teams.map((team) => <TeamTile key={team.id} team={team} />),
      )}
      {kind(
        schools,
        found.schools.map((school) => <SchoolTile key={school.id} school={school} />),
      )}
      {kind(
        sports,
        found.sports.map((sport) => <SportTile key={sport.id} sport={sport} />),
      )}
    </>
  );
}

/** What becomes a favourite leaves the suggestions: the focus goes to the star that takes its place. */
function Refocused({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const pressed = useRef(-1);
  const stars = () => [...(box.current?.querySelectorAll<HTMLElement>('.star') ?? [])];
  const note = ({ target }: MouseEvent) => {
    pressed.current = stars().findIndex((star) => star.contains(target as Node));
  };
  useEffect(() => {
    if (pressed.current < 0 || document.activeElement !== document.body) return;
    const left = stars();
    left[Math.min(pressed.current, left.length - 1)]?.focus();
    pressed.current = -1;
  });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: it notes what the stars in it are pressed for
    <div ref={box} onClick={note}>
      {children}
    </div>
  );
}
