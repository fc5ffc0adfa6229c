import { Trans } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { eventsQuery, positionsQuery } from '#/api/queries';
import { useUser } from '#/lib/session';
import { EventRail } from './event-rail';

const SHOWN = 12;

/** The games that a user has seen a part of, the latest first; nothing while there are none. */
export function ContinueRail() {
  const user = useUser();
  const { data: positions = [] } = useQuery({ ...positionsQuery(), enabled: user !== null });
  const ids = positions.filter(({ type }) => type === 'event').map(({ item_id }) => item_id);
  const wanted = ids.slice(0, SHOWN);
  const { data } = useQuery({
    ...eventsQuery({ ids: wanted.join(','), limit: SHOWN }),
    enabled: user !== null && wanted.length > 0,
    placeholderData: keepPreviousData,
  });
  if (!user || wanted.length === 0 || !data) return null;
  const events = wanted.flatMap((id) => data.data.find((event) => event.id === id) ?? []);
  return <EventRail title={<Trans>Continue watching</Trans>} more={null} events={events} />;
}
