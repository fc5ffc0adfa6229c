import type { ReactNode } from 'react';
import type { EventDetail } from '#/api/types';
import { isForbiddenHere } from '#/entities/forbidden';
import { StaticBlock } from '#/ui/static-block';
import { About } from './about';
import { FollowBar } from './follow-bar';
import { MoreGames } from './more-games';

interface FurtherProps {
  event: EventDetail;
  /** Something plays. */
  watching: boolean;
  children: ReactNode;
}

/** What stands below a game and its header: help, teams to follow, what other features have, what the game is, and ways on. */
export function Further({ event, watching, children }: FurtherProps) {
  const forbidden = isForbiddenHere(event);
  return (
    <>
      {forbidden && children}
      {watching && <StaticBlock name="player_help" className="wrap watch__help" />}
      <FollowBar event={event} />
      {!forbidden && children}
      <About event={event} />
      {/* Some of them may be forbidden here as well. */}
      {!forbidden && <MoreGames event={event} />}
    </>
  );
}
