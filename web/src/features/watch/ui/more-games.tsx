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

/** The next games of the teams, the soonest first, and then their recordings, the newest first. */
function SameTeams({ event }: { event: EventDetail }) {
  const teams = ordered(event);
  const team = teams.map(({ id }) => id).join(',');
  const enabled = teams.length > 0;
  const limit = SHOWN / 2 + 1;
  const next = useQuery({
    ...eventsQuery({ team, stream_status: 'upcoming', sort_field: 'date', sort_direction: 'asc', limit }),
    enabled,
  });
  // A finished game without a recording leads nowhere.
  const past = useQuery({ ...eventsQuery({ team, stream_status: 'finished', recorded: '1', limit }), enabled });
  const found = [next, past].flatMap(({ data }) => without(data?.data, event, SHOWN / 2));
  // A game that begins between the two answers is in both.
  const others = [...new Map(found.map((other) => [other.id, other])).values()];
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

function without(events: EventSummary[] | undefined, event: EventDetail, count = SHOWN): EventSummary[] {
  return (events ?? []).filter((other) => other.id !== event.id).slice(0, count);
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
