import { describe, expect, it } from 'vitest';
import type { Category } from '#/api/types';
import { flat, topSports } from './category';

const node = (id: number, title: string, children: Category[] = []): Category => ({
  id,
  parent_id: id === 0 ? null : 0,
  title,
  alias: title.toLowerCase(),
  image: '',
  image_srcset: '',
  image_placeholder: '',
  color: '',
  children,
});
const tree = [node(0, 'All', [node(1, 'Hockey', [node(3, 'Sledge hockey')]), node(2, 'Soccer')])];

describe('category tree', () => {
  it('has every sport but the root', () => {
    expect(flat(tree).map((one) => one.title)).toEqual(['Hockey', 'Sledge hockey', 'Soccer']);
  });

  it('has the sports of the first level', () => {
    expect(topSports(tree).map((one) => one.title)).toEqual(['Hockey', 'Soccer']);
    expect(topSports([])).toEqual([]);
  });
});
