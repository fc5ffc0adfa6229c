import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { eventsQuery } from '#/api/queries';
import type { EventDetail, EventSummary } from '#/api/types';
import { ordered, shortName } from '#/entities/event';
import { EventCard } from '#/ui/card';
import { Rail } from '#/ui/rail';

const SHOWN = 12;
/** Live games come and go while this page is open. */
const LIVE_REFRESH_MS = 30_000;

/** Ways on: what else is live, and more of the teams on screen. */
export function MoreGames({ event }: { event: EventDetail }) {
  return (
    <>
      <OtherLive event={event} />
      <SameTeams event={event} />
    </>
  );
}

function OtherLive({ event }: { event: EventDetail }) {
  const filters = { stream_status: 'live', limit: SHOWN + 1 };
  const { data } = useQuery({ ...eventsQuery(filters), refetchInterval: LIVE_REFRESH_MS });
  return <Games title={<Trans>Other live games</Trans>} events={without(data?.data, event)} />;
}

function SameTeams({ event }: { event: EventDetail }) {
  const teams = ordered(event);
  // A finished game without a recording leads nowhere.
  const filters = { team: teams.map((team) => team.id).join(','), recorded: '1' as const, limit: SHOWN + 1 };
  const { data } = useQuery({ ...eventsQuery(filters), enabled: teams.length > 0 });
  // What is live has its own row.
  const others = without(data?.data, event).filter((other) => other.stream_status !== 'live');
  const [first, second] = teams.map(shortName);
  const title = second ? (
    <Trans>
      More from {first} and {second}
    </Trans>
  ) : (
    <Trans>More from {first}</Trans>
  );
  return <Games title={title} events={others} />;
}

function without(events: EventSummary[] | undefined, event: EventDetail): EventSummary[] {
  return (events ?? []).filter((other) => other.id !== event.id).slice(0, SHOWN);
}

function Games({ title, events }: { title: ReactNode; events: EventSummary[] }) {
  if (events.length === 0) return null;
  return (
    <Rail title={title} count={events.length}>
      {events.map((other) => (
        <li key={other.id}>
          <EventCard event={other} />
        </li>
      ))}
    </Rail>
  );
}
