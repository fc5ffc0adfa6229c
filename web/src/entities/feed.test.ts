import { describe, expect, it } from 'vitest';
import { feedLinks } from './feed';

describe('feeds', () => {
  it('are of the scope, in the language', () => {
    expect(feedLinks({ team: 'lynx & co' }, 'fr', 'https://north.example/api')).toEqual({
      webcal: 'webcal://north.example/calendar.ics?team=lynx+%26+co&lang=fr',
      calendar: 'https://north.example/calendar.ics?team=lynx+%26+co&lang=fr',
      rss: 'https://north.example/feed.xml?team=lynx+%26+co&lang=fr',
    });
  });

  it('leave out what they cannot narrow by', () => {
    const { webcal } = feedLinks({ sport: 'hockey,soccer', school: '' }, 'en', 'http://localhost:8080');
    expect(webcal).toBe('webcal://localhost:8080/calendar.ics?lang=en');
  });
});
