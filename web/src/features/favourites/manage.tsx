import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import { categoriesQuery, participantGroupsQuery } from '#/api/queries';
import { topSports } from '#/entities/category';
import { useUser } from '#/lib/session';
import { buttonClass } from '#/ui/button';
import { EventCard } from '#/ui/card';
import { Empty } from '#/ui/states';
import { CalendarPanel } from './calendar-panel';
import { PlaceTile, SchoolTile, SportTile, TeamTile } from './tiles';
import { type Items, useItems } from './use-items';
import './favourites.css';

/** All that somebody made a favourite, by kind; with nothing yet, where to begin. */
export function Manage() {
  const user = useUser();
  const items = useItems();
  if (items.count === 0 && items.loading) return <div className="favs" aria-busy="true" />;
  return (
    <div className="favs">
      {items.count === 0 ? <Nothing /> : <All items={items} />}
      {user ? items.count > 0 && <CalendarPanel /> : <OnThisDevice />}
    </div>
  );
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

function Kind({ title, tiles, className = 'favs__l' }: { title: string; tiles: ReactNode[]; className?: string }) {
  const { i18n } = useLingui();
  const heading = useId();
  if (tiles.length === 0) return null;
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading}>
        {title} <sup>{i18n.number(tiles.length)}</sup>
      </h2>
      <ul className={className}>{tiles}</ul>
    </section>
  );
}

const suggested = 6;

/** The star is the one thing to learn here, so the first ones stand ready to be pressed. */
function Nothing() {
  const { t } = useLingui();
  const { data: schools } = useQuery(participantGroupsQuery());
  const { data: tree } = useQuery(categoriesQuery());
  return (
    <>
      <Empty title={t`No favourites yet`}>
        <p>
          <Trans>
            Press the star on a game, team, school, sport or venue. Its games come first on your home page from then on.
          </Trans>
        </p>
      </Empty>
      <Kind
        title={t`Start with a school`}
        tiles={(schools ?? []).slice(0, suggested).map((school) => <SchoolTile key={school.id} school={school} />)}
      />
      <Kind
        title={t`Or with a sport`}
        tiles={topSports(tree ?? [])
          .slice(0, suggested)
          .map((sport) => <SportTile key={sport.id} sport={sport} />)}
      />
    </>
  );
}

function OnThisDevice() {
  return (
    <section className="panel stack">
      <p>
        <Trans>Kept on this device. Log in to have it everywhere.</Trans>
      </p>
      <div>
        <Link className={buttonClass('line', 'sm')} to="/login">
          <Trans>Log in</Trans>
        </Link>
      </div>
    </section>
  );
}
