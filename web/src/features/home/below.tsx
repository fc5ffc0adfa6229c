import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { categoriesQuery, participantGroupsQuery } from '#/api/queries';
import type { HomeEvents } from '#/api/types';
import { topSports } from '#/entities/category';
import type { HomeSearch } from '#/entities/home-search';
import { ComingUp } from './coming-up';
import { ContinueRail } from './continue-rail';
import { EventRail } from './event-rail';
import { Schools } from './schools';
import { Sports } from './sports';
import './below.css';

interface BelowProps {
  home: HomeEvents;
  search: HomeSearch;
  /** With the tiles that lead to the homes of sports and schools. */
  tiles: boolean;
}

/** What the home has below its first screen. */
export function Below({ home, search, tiles }: BelowProps) {
  return (
    <>
      <ComingUp first={home.upcoming} search={search} />
      <EventRail
        title={<Trans>On demand</Trans>}
        events={home.on_demand}
        more={
          <Link to="/vod" search={search}>
            <Trans>Whole library</Trans>
          </Link>
        }
      />
      {tiles && <ContinueRail />}
      {tiles && <SportTiles live={home.live} />}
      <SportRails rails={home.rails.slice(0, 1)} search={search} />
      {tiles && <SchoolTiles />}
      <SportRails rails={home.rails.slice(1)} search={search} />
    </>
  );
}

/** What comes next and what was last, by sport. */
function SportRails({ rails, search }: { rails: HomeEvents['rails']; search: HomeSearch }) {
  return rails.map((rail) => (
    <EventRail
      key={rail.id}
      title={rail.title}
      events={rail.events}
      more={
        <Link to="/schedule" search={{ ...search, sport: rail.alias }}>
          <Trans>
            See all<span className="vh">: {rail.title}</span>
          </Trans>
        </Link>
      }
    />
  ));
}

function SportTiles({ live }: { live: HomeEvents['live'] }) {
  const { data } = useQuery(categoriesQuery());
  return <Sports sports={topSports(data ?? [])} live={live} />;
}

function SchoolTiles() {
  const { data } = useQuery(participantGroupsQuery());
  return <Schools schools={data ?? []} />;
}
