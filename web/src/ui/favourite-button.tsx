import { useLingui } from '@lingui/react/macro';
import { Star } from 'lucide-react';
import type { ReactNode } from 'react';
import type { FavouriteKey } from '#/entities/favourite';
import { toggleFavourite, useFavourite } from '#/lib/favourites';
import { announce } from './announcer';

interface FavouriteButtonProps {
  of: FavouriteKey;
  /** What it is the favourite of, for people who do not see what the star stands beside. */
  name: string;
  className?: string;
  /** Words beside the star. */
  children?: ReactNode;
}

/** A star that makes something a favourite. It is filled at once; whether that can be kept shows afterwards. */
export function FavouriteButton({ of, name, className = 'fav', children }: FavouriteButtonProps) {
  const { t } = useLingui();
  const on = useFavourite(of);
  const press = () => announce(toggleFavourite(of) ? t`Added to favourites` : t`Removed from favourites`);
  const label = t`Favourite: ${name}`;
  const star = <Star className="i" aria-hidden="true" />;
  return (
    <button
      type="button"
      className={className}
      aria-pressed={on}
      aria-label={children ? undefined : label}
      title={children ? undefined : t`Favourite`}
      // The second press of a double one would take back the first.
      onClick={({ detail }) => detail < 2 && press()}
    >
      {className === 'fav' ? <span>{star}</span> : star}
      {children && (
        <>
          <span className="vh">{label}</span>
          <span className="star__of" aria-hidden="true">
            {children}
          </span>
        </>
      )}
    </button>
  );
}
