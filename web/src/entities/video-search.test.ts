import { describe, expect, it } from 'vitest';
import { librarySearch, partSearch } from './video-search';

describe('librarySearch', () => {
  it('keeps a title and a category', () => {
    expect(librarySearch({ title: ' captain ', category: 'features', other: 1 })).toEqual({
      title: 'captain',
      category: 'features',
    });
    expect(librarySearch({ title: 98 })).toEqual({ title: '98' });
  });

  it('drops what means nothing', () => {
    expect(librarySearch({ title: '  ', category: '<b>' })).toEqual({});
    expect(librarySearch({ title: ['a'], category: {} })).toEqual({});
    expect(librarySearch({ title: 'x'.repeat(300) }).title).toHaveLength(100);
  });
});

describe('partSearch', () => {
  it('takes an id and nothing else', () => {
    expect(partSearch({ vod_id: 7 })).toEqual({ vod_id: 7 });
    expect(partSearch({ vod_id: '7' })).toEqual({ vod_id: 7 });
    for (const vod_id of [undefined, null, '', 'x', -1, 0, 1.5, 1e300, {}]) expect(partSearch({ vod_id })).toEqual({});
  });
});
