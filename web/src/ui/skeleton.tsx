const widths = [80, 62, 72];

/** A grey stand-in of the given size. It appears only after 150 ms, so that fast answers do not flash. */
export function Skeleton({ height, width = '100%' }: { height: number; width?: string }) {
  return <span className="sk" style={{ height, width }} />;
}

/** The event card's geometry without its content. */
export function CardSkeleton() {
  return (
    <div className="card" aria-hidden="true">
      <div className="still sk" />
      <div className="bug">
        <div className="bug__r">
          <Skeleton height={28} width="28px" />
          <Skeleton height={22} width="70%" />
        </div>
        <div className="bug__r">
          <Skeleton height={28} width="28px" />
          <Skeleton height={22} width="56%" />
        </div>
      </div>
      <p className="card__meta">
        <Skeleton height={14} />
      </p>
    </div>
  );
}

/** The schedule row's geometry without its content. */
export function RowSkeleton({ index }: { index: number }) {
  return (
    <div className="row row--sk" aria-hidden="true">
      <Skeleton height={30} width="84px" />
      <Skeleton height={26} width={`${widths[index % widths.length]}%`} />
      <Skeleton height={18} width="70%" />
      <Skeleton height={18} width="60%" />
    </div>
  );
}
