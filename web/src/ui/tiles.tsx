import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { MapPin } from 'lucide-react';
import type { CSSProperties, ReactNode } from 'react';
import { categoriesQuery } from '#/api/queries';
import type { Category, LocationEntry, Participant, ParticipantGroup } from '#/api/types';
import { safeColour } from '#/entities/colour';
import { type FavouriteKey, favouriteKey } from '#/entities/favourite';
import { useUser } from '#/lib/session';
import { CourtLines } from './court-lines';
import { Crest } from './crest';
import { useEventLabels } from './event-labels';
import { FavouriteButton } from './favourite-button';
import { RemindButton } from './remind-button';
import './tiles.css';

interface TileProps {
  of: FavouriteKey;
  /** As it is told apart from others of its name. */
  spoken: string;
  colour: string;
  emblem: ReactNode;
  /** The link to what it is about. */
  children: ReactNode;
  /** What else can be done with it. */
  more?: ReactNode;
}

function Tile({ of, spoken, colour, emblem, children, more }: TileProps) {
  return (
    <li className="tile" style={colour ? ({ '--c': safeColour(colour) } as CSSProperties) : undefined}>
      {emblem}
      {children}
      <div className="tile__acts">
        {more}
        <FavouriteButton of={of} name={spoken} className="ib star" />
      </div>
    </li>
  );
}

export function TeamTile({ team }: { team: Participant }) {
  const { teamSport } = useEventLabels();
  const { data: tree } = useQuery(categoriesQuery());
  const sport = teamSport(team, tree ?? []);
  const user = useUser();
  const spoken = [team.name, sport].filter(Boolean).join(', ');
  return (
    <Tile
      of={favouriteKey('participant', team.id)}
      spoken={spoken}
      colour={team.color}
      emblem={<Crest of={team} />}
      more={user && <RemindButton of="participants" id={team.id} name={spoken} className="ib" />}
    >
      <Link className="card__hit" to="/" search={{ team: team.alias || `${team.id}` }}>
        <b>{team.name}</b>
        <span>{sport}</span>
      </Link>
    </Tile>
  );
}

export function SchoolTile({ school }: { school: ParticipantGroup }) {
  return (
    <Tile
      of={favouriteKey('group', school.id)}
      spoken={school.name}
      colour={school.color}
      emblem={<Crest of={school} />}
    >
      <Link className="card__hit" to="/" search={{ school: school.alias || `${school.id}` }}>
        <b>{school.name}</b>
        <span>{[school.city, school.state].filter(Boolean).join(', ')}</span>
      </Link>
    </Tile>
  );
}

export function SportTile({ sport }: { sport: Category }) {
  const { t } = useLingui();
  return (
    <Tile
      of={favouriteKey('category', sport.id)}
      spoken={sport.title}
      colour={sport.color}
      emblem={<CourtLines sport={sport.alias || sport.title} />}
    >
      <Link className="card__hit" to="/" search={{ sport: sport.alias || `${sport.id}` }}>
        <b>{sport.title}</b>
        <span>{t`Every game`}</span>
      </Link>
    </Tile>
  );
}

export function PlaceTile({ place }: { place: LocationEntry }) {
  return (
    <Tile
      of={favouriteKey('location', place.id)}
      spoken={place.name}
      colour=""
      emblem={<MapPin className="tile__pin" aria-hidden="true" />}
    >
      <Link className="card__hit" to="/schedule" search={{ location: place.alias || `${place.id}` }}>
        <b>{place.name}</b>
        <span>{[place.city, place.state].filter(Boolean).join(', ')}</span>
      </Link>
    </Tile>
  );
}
