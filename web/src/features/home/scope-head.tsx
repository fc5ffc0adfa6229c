import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { type CSSProperties, type ReactNode } from 'react';
import { categoriesQuery, participantsQuery } from '#/api/queries';
import type { Participant, ParticipantGroup } from '#/api/types';
import { safeColour } from '#/entities/colour';
import { type FavouriteKey, favouriteKey } from '#/entities/favourite';
import type { FeedScope } from '#/entities/feed';
import { buttonClass } from '#/ui/button';
import { CourtLines } from '#/ui/court-lines';
import { Crest } from '#/ui/crest';
import { useEventLabels } from '#/ui/event-labels';
import { FavouriteButton } from '#/ui/favourite-button';
import { Empty } from '#/ui/states';
import { SubscribeButton } from '#/ui/subscribe-button';
import type { Scope } from './scope';
import './scope.css';

/** Says whom this home is about, and leads back to everything. */
export function ScopeHead({ scope }: { scope: Scope }) {
  switch (scope.kind) {
    case 'school':
      return (
        <Head
          name={scope.school.name}
          feed={{ school: scope.school.alias }}
          favourite={favouriteKey('group', scope.school.id)}
          color={scope.school.color}
          emblem={<Crest of={scope.school} />}
        >
          <p className="muted">{[scope.school.city, scope.school.state].filter(Boolean).join(', ')}</p>
          <Teams school={scope.school} />
        </Head>
      );
    case 'team':
      return (
        <Head
          name={scope.team.name}
          feed={{ team: scope.team.alias }}
          favourite={favouriteKey('participant', scope.team.id)}
          color={scope.team.color}
          emblem={<Crest of={scope.team} />}
        >
          <TeamFacts team={scope.team} />
        </Head>
      );
    case 'sport':
      return (
        <Head
          name={scope.sport.title}
          feed={{ sport: scope.sport.alias }}
          favourite={favouriteKey('category', scope.sport.id)}
          color={scope.sport.color}
          emblem={<CourtLines sport={scope.sport.alias || scope.sport.title} />}
        />
      );
    default:
      return null;
  }
}

interface HeadProps {
  name: string;
  feed: FeedScope;
  favourite: FavouriteKey;
  color: string;
  emblem: ReactNode;
  children?: ReactNode;
}

function Head({ name, feed, favourite, color, emblem, children }: HeadProps) {
  return (
    <header className="scope" style={{ '--c': safeColour(color) } as CSSProperties}>
      <div className="wrap">
        <WayOut />
        <div className="scope__who">
          {emblem}
          <div>
            <h1>{name}</h1>
            {children}
            <div className="acts scope__acts">
              <FavouriteButton of={favourite} name={name} className={`${buttonClass('line', 'sm')} star`}>
                <Trans>Favourite</Trans>
              </FavouriteButton>
              <SubscribeButton scope={feed} />
            </div>
          </div>
        </div>
      </div>
    </header>
  );
}

/** In place of the home of something that is not there. */
export function Unknown({ wanted }: { wanted: string }) {
  const { t } = useLingui();
  return (
    <div className="wrap page">
      <h1 className="page__h">{t`Not found`}</h1>
      <Empty title={t`“${wanted}” is not on this channel`} action={<WayOut />} />
    </div>
  );
}

function WayOut() {
  return (
    <Link className="link scope__out" to="/">
      <ArrowLeft className="i i-16" aria-hidden="true" />
      <Trans>Everything on the channel</Trans>
    </Link>
  );
}

function TeamFacts({ team }: { team: Participant }) {
  const { teamSport } = useEventLabels();
  const { data: tree } = useQuery(categoriesQuery());
  return (
    <p className="muted">
      {teamSport(team, tree ?? [])}
      {team.group && (
        <>
          {' · '}
          <Link className="link" to="/" search={{ school: team.group.alias }}>
            {team.group.name}
          </Link>
        </>
      )}
    </p>
  );
}

/** A school's teams, to narrow further. */
function Teams({ school }: { school: ParticipantGroup }) {
  const { t } = useLingui();
  const { teamSport } = useEventLabels();
  const { data: tree } = useQuery(categoriesQuery());
  const { data } = useQuery(participantsQuery({ school: school.alias }));
  if (!data || data.length < 2) return null;
  return (
    <ul className="chips" aria-label={t`Teams`}>
      {data.map((team) => (
        <li key={team.id}>
          <Link className="chip" to="/" search={{ team: team.alias }}>
            {teamSport(team, tree ?? []) || team.name}
          </Link>
        </li>
      ))}
    </ul>
  );
}
