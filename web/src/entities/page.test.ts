import { describe, expect, it } from 'vitest';
import { findPage } from './page';

const pages = [
  { id: 1, url: '/about', alt_name: 'us', name: 'About' },
  { id: 2, url: 'help/watching', alt_name: 'about', name: 'Help' },
];

describe('findPage', () => {
  it.each([
    ['about', 1],
    ['/about/', 1],
    ['About', 1],
    ['us', 1],
    ['help/watching', 2],
    ['nothing', undefined],
    ['', undefined],
  ])('%s', (path, id) => {
    expect(findPage(pages, path)?.id).toBe(id);
  });

  it('does not take a page without alternative name for the empty path', () => {
    expect(findPage([{ id: 3, url: '/x', alt_name: '', name: 'X' }], '')).toBeUndefined();
  });
});
