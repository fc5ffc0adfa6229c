import { describe, expect, it } from 'vitest';
import { homeSearch } from './home-search';

describe('homeSearch', () => {
  it('reads one of team, school, sport', () => {
    expect(homeSearch({ school: 'laurentide', trk: 'x' })).toEqual({ school: 'laurentide' });
    expect(homeSearch({ school: 'laurentide', team: ' lynx ' })).toEqual({ team: 'lynx' });
    expect(homeSearch({ sport: '' })).toEqual({});
    expect(homeSearch({ team: 7 })).toEqual({});
  });
});
