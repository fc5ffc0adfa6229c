import { describe, expect, it } from 'vitest';
import { APART, type Cluster, clustersOf, colourOf, type PlacedMark } from './clusters';

const WIDTH = 360;

function mark(id: number, fraction: number, more: Partial<PlacedMark> = {}): PlacedMark {
  return { id, fraction, at: fraction * 1_000_000, from: 0, label: `Moment ${id}`, colour: '', goal: false, ...more };
}

const ids = (clusters: Cluster[]) => clusters.map(({ marks }) => marks.map(({ id }) => id));

describe('marks on a timeline', () => {
  it('have a place each where there is room', () => {
    expect(ids(clustersOf([mark(2, 0.9), mark(1, 0.1)], WIDTH))).toEqual([[1], [2]]);
  });

  it('are together where their targets would overlap', () => {
    expect(ids(clustersOf([mark(1, 0.1), mark(2, 0.15), mark(3, 0.5)], WIDTH))).toEqual([[1, 2], [3]]);
  });

  it('stand where their goals are, goals first', () => {
    const [cluster] = clustersOf([mark(1, 0.1), mark(2, 0.12), mark(3, 0.14, { goal: true })], WIDTH);
    expect(cluster?.fraction).toBe(0.14);
    expect(cluster?.marks.map(({ id }) => id)).toEqual([3, 1, 2]);
  });

  it('are never closer than a target, however many they are', () => {
    const many = Array.from({ length: 400 }, (_, i) => mark(i, i / 399, { goal: i % 7 === 0 }));
    const clusters = clustersOf(many, WIDTH);
    expect(clusters.length).toBeLessThanOrEqual(WIDTH / APART + 1);
    expect(clusters.flatMap(({ marks }) => marks)).toHaveLength(400);
    const places = clusters.map(({ fraction }) => fraction * WIDTH);
    for (const [i, place] of places.slice(1).entries()) {
      expect(place - (places[i] ?? 0)).toBeGreaterThanOrEqual(APART - 0.001);
    }
  });

  it('each have a place while the width is not known', () => {
    expect(clustersOf([mark(1, 0.5), mark(2, 0.5)], 0)).toHaveLength(2);
  });
});

describe('the colour of a cluster', () => {
  it('is that of its goals, where they are of one side', () => {
    const of = (...marks: PlacedMark[]) => colourOf({ fraction: 0, marks });
    expect(of(mark(1, 0, { colour: 'red', goal: true }), mark(2, 0, { colour: 'blue' }))).toBe('red');
    expect(of(mark(1, 0, { colour: 'red', goal: true }), mark(2, 0, { colour: 'blue', goal: true }))).toBe('');
    expect(of(mark(1, 0, { colour: 'blue' }), mark(2, 0, { colour: 'blue' }))).toBe('blue');
    expect(of(mark(1, 0, { colour: 'blue' }), mark(2, 0))).toBe('');
  });
});
