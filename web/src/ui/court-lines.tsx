import { court } from '#/entities/court';

/** The lines of a sport's court seen from above, as stroked paths. Decorative. */
export function CourtLines({ sport, className = '' }: { sport: string; className?: string }) {
  const { lines, dashes } = court(sport);
  return (
    <svg className={className} viewBox="0 0 200 200" aria-hidden="true">
      <path d={lines} />
      {dashes && <path d={dashes} strokeDasharray="6 6" />}
    </svg>
  );
}
