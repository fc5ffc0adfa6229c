import { describe, expect, it } from 'vitest';
import { parseSearch, stringifySearch } from './search';

describe('search parameters', () => {
  it('are plain text', () => {
    expect(parseSearch('?sport=hockey&page=2&q=a%20b')).toEqual({ sport: 'hockey', page: '2', q: 'a b' });
  });

  it('leave out what is empty', () => {
    expect(stringifySearch({ a: '', b: undefined, c: null, d: false, e: 'x', f: 0, g: true })).toBe('?e=x&f=0&g=true');
    expect(stringifySearch({})).toBe('');
  });

  it('survive the round trip', () => {
    const search = { search: 'Rivière & Nord', sport: '1,2' };
    expect(parseSearch(stringifySearch(search))).toEqual(search);
  });
});
