/** Something on the timeline. */
export interface Mark {
  id: number;
  /** Wall-clock moment from which it is shown, epoch milliseconds; the mark itself stands at `at`. */
  from: number;
  at: number;
  label: string;
  /** Of the side that it belongs to; '' for none. */
  colour: string;
  /** It decides the game, as a goal does. */
  goal: boolean;
}

/** A mark and its place on the timeline, 0 to 1. */
export interface PlacedMark extends Mark {
  fraction: number;
}

/** Marks too close to each other for a place each. */
export interface Cluster {
  /** The place of the first mark that the cluster was made for. */
  fraction: number;
  /** Goals first, each kind in the order of time. */
  marks: PlacedMark[];
}

/** The least distance between two places, in pixels: a target has 24. */
export const APART = 28;

/**
 * Clusters of marks on a timeline of a width in pixels, from left to right. Goals get their places first; other marks join the
 * nearest place within reach. A timeline without a width has a place for every mark.
 */
export function clustersOf(marks: readonly PlacedMark[], width: number): Cluster[] {
  const inTime = marks.toSorted((a, b) => Number(b.goal) - Number(a.goal) || a.at - b.at);
  const clusters: Cluster[] = [];
  for (const mark of inTime) {
    const far = (cluster: Cluster) => Math.abs(cluster.fraction - mark.fraction) * width;
    const nearest = clusters.toSorted((a, b) => far(a) - far(b))[0];
    if (width > 0 && nearest && far(nearest) < APART) nearest.marks.push(mark);
    else clusters.push({ fraction: mark.fraction, marks: [mark] });
  }
  return clusters.toSorted((a, b) => a.fraction - b.fraction);
}

/** The colour of a cluster: that of its goals, or of all its marks, where they are of one side. */
export function colourOf({ marks }: Cluster): string {
  const goals = marks.filter(({ goal }) => goal);
  const colours = new Set((goals.length > 0 ? goals : marks).map(({ colour }) => colour));
  return colours.size === 1 ? ([...colours][0] ?? '') : '';
}
