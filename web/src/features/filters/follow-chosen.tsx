import { Trans } from '@lingui/react/macro';
import { chosen } from '#/entities/event-filters';
import type { EventSearch } from '#/entities/event-search';
import { type FavouriteKind, favouriteKey } from '#/entities/favourite';
import { buttonClass } from '#/ui/button';
import { FavouriteButton } from '#/ui/favourite-button';
import { type Facets, valueOf } from './labels';

const kinds = {
  team: 'participant',
  school: 'group',
  sport: 'category',
  location: 'location',
} as const satisfies Record<string, FavouriteKind>;

/** A list of one team, school, sport or venue can be followed as such. */
export function FollowChosen({ search, facets }: { search: EventSearch; facets: Facets | undefined }) {
  const names = (Object.keys(kinds) as (keyof typeof kinds)[]).filter((name) => search[name]);
  const [name] = names;
  if (!name || names.length > 1) return null;
  const values = chosen(search, name);
  const found = facets?.[name]?.find((facet) => valueOf(facet) === values[0]);
  if (!found || values.length > 1) return null;
  return (
    <FavouriteButton
      of={favouriteKey(kinds[name], found.id)}
      name={found.title}
      className={`${buttonClass('line', 'sm')} star`}
    >
      <Trans>Favourite</Trans>
    </FavouriteButton>
  );
}
