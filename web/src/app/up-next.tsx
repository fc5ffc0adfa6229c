import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { eventsQuery } from '#/api/queries';
import type { EventDetail } from '#/api/types';
import { ordered } from '#/entities/event';
import { nextGame } from '#/entities/next-game';
import { AutoplaySwitch } from '#/features/next/ui/autoplay-switch';
import { NextCard } from '#/features/next/ui/next-card';
import { usePlaysNext } from '#/features/player/control/plays-next';
import { usePlayer } from '#/features/player/ui/context';

const ASKED = 13;

/** Games that were played on this page: none of them is offered next. */
const played = new Set<number>();

/** Offers the next game once a game has been played to its end. */
export function UpNext({ event }: { event: EventDetail }) {
  const { deck } = usePlayer();
  const [ended, setEnded] = useState(false);
  useEffect(
    () =>
      deck.store.subscribe(({ phase }, before) => {
        if (phase === before.phase) return;
        if (phase === 'complete') setEnded(true);
        // Watched again, or from another place.
        if (phase === 'play' || phase === 'seek') setEnded(false);
      }),
    [deck],
  );
  useEffect(() => {
    deck.patch({ setting: <AutoplaySetting /> });
    return () => deck.patch({ setting: undefined });
  }, [deck]);
  return ended && <Offer event={event} />;
}

function AutoplaySetting() {
  const [on, choose] = usePlaysNext();
  return <AutoplaySwitch on={on} onChange={choose} />;
}

function Offer({ event }: { event: EventDetail }) {
  const router = useRouter();
  const [closed, setClosed] = useState(false);
  const [automatic, setAutomatic] = usePlaysNext();
  const teams = ordered(event).map(({ id }) => id);
  const live = useQuery({ ...eventsQuery({ stream_status: 'live', limit: ASKED }), staleTime: 0 });
  const same = useQuery({
    ...eventsQuery({ team: teams.join(','), recorded: '1', limit: ASKED }),
    enabled: teams.length > 0,
  });
  const others = useQuery(eventsQuery({ recorded: '1', limit: ASKED }));
  const waits = live.isFetching || same.isLoading || others.isLoading;
  const recorded = [...(same.data?.data ?? []), ...(others.data?.data ?? [])];
  const game = waits ? null : nextGame(event, { live: live.data?.data ?? [], recorded, played });
  if (!game || closed) return null;
  const play = () => {
    setClosed(true);
    played.add(event.id);
    void router.navigate({ to: '/watch/$id', params: { id: String(game.id) } });
  };
  return (
    <NextCard
      key={game.id}
      game={game}
      automatic={automatic}
      onAutomatic={setAutomatic}
      onPlay={play}
      onCancel={() => setClosed(true)}
    />
  );
}
