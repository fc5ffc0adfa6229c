import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { useStore } from 'zustand';
import { type FavouriteKey, type FavouriteKind, favouriteKey, favouriteKinds, splitKey } from '#/entities/favourite';
import { enoughFavourites } from '#/entities/favourite-suggestions';
import { favourites, isFavourite } from '#/lib/favourites';
import { useUser } from '#/lib/session';
import { buttonClass } from '#/ui/button';
import { EventCard } from '#/ui/card';
import { Empty } from '#/ui/states';
import { PlaceTile, SchoolTile, SportTile, TeamTile } from '#/ui/tiles';
import { CalendarPanel } from './calendar-panel';
import { Kind } from './kind';
import { Suggestions } from './suggestions';
import { type Items, useItems } from './use-items';
import './favourites.css';

const suggestedKinds: ReadonlySet<FavouriteKind> = new Set(['participant', 'group', 'category'] as const);

/** All that a person made a favourite, by kind; with nothing yet, where to begin. */
export function Manage() {
  const user = useUser();
  const items = useItems();
  const enough = useHasEnough();
  if (items.count === 0 && items.loading) return <div className="favs" aria-busy="true" />;
  return (
    <div className="favs">
      {items.count === 0 ? <Nothing /> : <All items={items} />}
      {!enough && <Suggestions empty={items.count === 0} listed={listedKeys(items)} />}
      {user ? items.count > 0 && <CalendarPanel /> : <OnThisDevice />}
    </div>
  );
}

/** Whether the person follows enough teams, schools and sports to need no suggestions. */
function useHasEnough(): boolean {
  const state = useStore(favourites);
  const pressed = new Set([...state.kept, ...state.wishes.keys()]);
  const followed = [...pressed].filter((key) => suggestedKinds.has(splitKey(key).kind) && isFavourite(state, key));
  return followed.length >= enoughFavourites;
}

/** What the lists show. */
function listedKeys(items: Items): Set<FavouriteKey> {
  return new Set(favouriteKinds.flatMap((kind) => items[kind].map(({ id }) => favouriteKey(kind, id))));
}

function All({ items }: { items: Items }) {
  const { t } = useLingui();
  return (
    <>
      <div className="acts">
        <Link className={buttonClass('primary', 'sm')} to="/schedule" search={{ favorites: '1' }}>
          <Trans>Their schedule</Trans>
        </Link>
        <Link className={buttonClass('line', 'sm')} to="/vod" search={{ favorites: '1' }}>
          <Trans>Their recordings</Trans>
        </Link>
      </div>
      <Kind title={t`Teams`} tiles={items.participant.map((team) => <TeamTile key={team.id} team={team} />)} />
      <Kind title={t`Schools`} tiles={items.group.map((school) => <SchoolTile key={school.id} school={school} />)} />
      <Kind title={t`Sports`} tiles={items.category.map((sport) => <SportTile key={sport.id} sport={sport} />)} />
      <Kind
        title={t`Games`}
        className="grid"
        tiles={items.event.map((event) => (
          <li key={event.id}>
            <EventCard event={event} />
          </li>
        ))}
      />
      <Kind title={t`Venues`} tiles={items.location.map((place) => <PlaceTile key={place.id} place={place} />)} />
    </>
  );
}

/** The star is the one thing to learn here, so the first ones stand ready to be pressed. */
function Nothing() {
  const { t } = useLingui();
  return (
    <Empty title={t`No favourites yet`}>
      <p>
        <Trans>
          Press the star on a game, team, school, sport or venue. Its games come first on your home page from then on.
        </Trans>
      </p>
    </Empty>
  );
}

function OnThisDevice() {
  return (
    <section className="panel stack">
      <p>
        <Trans>Saved here. Log in to sync.</Trans>
      </p>
      <div>
        <Link className={buttonClass('line', 'sm')} to="/login">
          <Trans>Log in</Trans>
        </Link>
      </div>
    </section>
  );
}
