import { CardSkeleton } from '#/ui/skeleton';

const cards = ['a', 'b', 'c', 'd', 'e'];

/** The home's geometry while its events are on their way. */
export function HomeSkeleton({ label, hero }: { label: string; hero: boolean }) {
  return (
    <div aria-busy="true">
      <span className="vh">{label}</span>
      {hero && (
        <div className="hero" aria-hidden="true">
          <div className="hero__in" />
        </div>
      )}
      <div className="sec wrap" aria-hidden="true">
        <div className="sec__head">
          <span className="sk" style={{ height: 40, width: 200 }} />
        </div>
        <div className="rail">
          {cards.map((key) => (
            <CardSkeleton key={key} />
          ))}
        </div>
      </div>
    </div>
  );
}
