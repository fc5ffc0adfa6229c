import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CalendarClock } from 'lucide-react';
import type { ReactNode } from 'react';
import { categoriesQuery, eventsQuery, participantsQuery } from '#/api/queries';
import { type Reminded, remindersQuery } from '#/api/reminders';
import type { EventSummary, Participant } from '#/api/types';
import { fullTitle } from '#/entities/event';
import { buttonClass } from '#/ui/button';
import { Crest } from '#/ui/crest';
import { useEventLabels } from '#/ui/event-labels';
import { RemindButton } from '#/ui/remind-button';
import { Skeleton } from '#/ui/skeleton';
import { LoadError } from '#/ui/states';
import { useEver } from '#/ui/use-ever';
import { useVersus } from '#/ui/use-versus';

/** Of what somebody is reminded, each with its bell. */
export function RemindersPanel() {
  const { data, error, refetch } = useQuery(remindersQuery());
  return (
    <section className="devs" aria-labelledby="reminders">
      <div className="devs__h">
        <div>
          <h2 id="reminders">
            <Trans>Reminders</Trans>
          </h2>
          <p className="muted">
            <Trans>A day, an hour and five minutes before the start, and if it is moved or cancelled.</Trans>
          </p>
        </div>
      </div>
      {data ? (
        <Rows events={data.events} teams={data.participants} />
      ) : error ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : (
        <Waiting />
      )}
    </section>
  );
}

/** Most events that one call can name. */
const mostEvents = 100;

function Rows(now: { events: readonly number[]; teams: readonly number[] }) {
  const events = useEver(now.events).slice(0, mostEvents);
  const teams = useEver(now.teams);
  const games = useQuery({
    ...eventsQuery({ ids: events.join(','), sort_field: 'date', sort_direction: 'asc', limit: mostEvents }),
    enabled: events.length > 0,
  });
  const all = useQuery({ ...participantsQuery(), enabled: teams.length > 0 });
  if (events.length + teams.length === 0) return <Nothing />;
  if (games.isLoading || all.isLoading) return <Waiting />;
  return (
    <ul>
      {all.data
        ?.filter(({ id }) => teams.includes(id))
        .map((team) => (
          <TeamRow key={`team-${team.id}`} team={team} />
        ))}
      {events.length > 0 && games.data?.data.map((event) => <EventRow key={event.id} event={event} />)}
    </ul>
  );
}

function TeamRow({ team }: { team: Participant }) {
  const { teamSport } = useEventLabels();
  const { data: tree } = useQuery(categoriesQuery());
  const sport = teamSport(team, tree ?? []);
  return (
    <Row
      of="participants"
      id={team.id}
      name={[team.name, sport].filter(Boolean).join(', ')}
      emblem={<Crest of={team} />}
      title={
        <Link to="/" search={{ team: team.alias || `${team.id}` }}>
          {team.name}
        </Link>
      }
      facts={[sport]}
    />
  );
}

function EventRow({ event }: { event: EventSummary }) {
  const labels = useEventLabels();
  const name = fullTitle(event, useVersus());
  return (
    <Row
      of="events"
      id={event.id}
      name={name}
      emblem={<CalendarClock className="i i-24" aria-hidden="true" />}
      title={
        <Link to="/watch/$id" params={{ id: String(event.id) }}>
          {name}
        </Link>
      }
      facts={[labels.starts(event, true), labels.sport(event), event.location?.name ?? '']}
    />
  );
}

interface RowProps {
  of: Reminded;
  id: number;
  /** As it is told apart from others. */
  name: string;
  emblem: ReactNode;
  title: ReactNode;
  facts: string[];
}

function Row({ of, id, name, emblem, title, facts }: RowProps) {
  return (
    <li className="dev dev--bell">
      <span className="dev__i">{emblem}</span>
      <div className="dev__n">
        <h3>{title}</h3>
        <p>
          {facts.filter(Boolean).map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </p>
      </div>
      <RemindButton of={of} id={id} name={name} className="ib" />
    </li>
  );
}

function Nothing() {
  return (
    <div className="dev dev--none">
      <p>
        <Trans>Press the bell next to an upcoming game to see it here.</Trans>
      </p>
      <Link className={buttonClass('line', 'sm')} to="/upcoming">
        <Trans>See what’s coming up</Trans>
      </Link>
    </div>
  );
}

function Waiting() {
  return (
    <div className="stack" aria-busy="true">
      <Skeleton height={82} />
    </div>
  );
}
