import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useId } from 'react';

interface KindProps {
  title: string;
  tiles: ReactNode[];
  className?: string;
  level?: 'h2' | 'h3' | undefined;
  /** How many there are says nothing. */
  uncounted?: boolean;
}

/** The tiles of one kind under their heading; nothing without any. */
export function Kind({ title, tiles, className = 'tiles', level: Heading = 'h2', uncounted = false }: KindProps) {
  const { i18n } = useLingui();
  const heading = useId();
  if (tiles.length === 0) return null;
  return (
    <section aria-labelledby={heading}>
      <Heading id={heading}>
        {title} {!uncounted && <sup>{i18n.number(tiles.length)}</sup>}
      </Heading>
      <ul className={className}>{tiles}</ul>
    </section>
  );
}
