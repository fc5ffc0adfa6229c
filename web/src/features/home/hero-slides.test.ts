import { describe, expect, it } from 'vitest';
import type { HomeEvents, Slide } from '#/api/types';
import { event, liveEvent } from '#/testing/events';
import { heroSlidesOf, missingEvents, slidesFor, tellsGame } from './hero-slides';

const home = (over: Partial<HomeEvents> = {}): HomeEvents => ({
  live: [],
  upcoming: [],
  on_demand: [],
  rails: [],
  ...over,
});
const slide = (over: Partial<Slide> = {}): Slide => ({
  id: 1,
  slidable_type: 'main',
  slidable_id: null,
  title: 'Finals weekend',
  text: '',
  image: '',
  image_srcset: '',
  image_placeholder: '',
  url: '/schedule',
  button: 'See the schedule',
  event_id: null,
  ...over,
});
const keys = (...args: Parameters<typeof heroSlidesOf>) => heroSlidesOf(...args).map((one) => one.key);

describe('hero slides', () => {
  it('are the operator’s, then featured games, then live and coming ones, up to four', () => {
    const events = home({
      live: [liveEvent({ id: 10 }), liveEvent({ id: 11 })],
      upcoming: [event({ id: 20 }), event({ id: 21, featured: true })],
    });
    expect(keys([slide()], events)).toEqual(['e10', 'e11', 's1', 'e21']);
  });

  it('show a game once, also when a slide is about it', () => {
    const events = home({ live: [liveEvent({ id: 10, featured: true })] });
    const shown = heroSlidesOf([slide({ event_id: 10 })], events);
    expect(shown).toHaveLength(1);
    expect(shown[0]).toMatchObject({ key: 's1', event: { id: 10 } });
  });

  it('tell a slide without its event by its words, and leave it out without any', () => {
    const slides = [slide({ id: 1, event_id: 99 }), slide({ id: 2, event_id: 98, title: '' })];
    expect(keys(slides, home())).toEqual(['s1']);
  });

  it('belong to the home they were made for', () => {
    const slides = [
      slide({ id: 1 }),
      slide({ id: 2, slidable_type: 'group', slidable_id: 7 }),
      slide({ id: 3, slidable_type: 'group', slidable_id: 8 }),
    ];
    expect(slidesFor(slides, { type: 'group', id: 7 }).map((one) => `s${one.id}`)).toEqual(['s2']);
  });

  it('are none on a channel with nothing to show', () => {
    expect(keys([], home())).toEqual([]);
  });

  it('ask for the events that the home does not bring', () => {
    const events = home({ live: [liveEvent({ id: 10 })] });
    const slides = [slide({ id: 1, event_id: 10 }), slide({ id: 2, event_id: 99 }), slide({ id: 3 })];
    expect(missingEvents(slides, events)).toEqual([99]);
    expect(heroSlidesOf(slides, events, [event({ id: 99 })])[1]).toMatchObject({ key: 's2', event: { id: 99 } });
  });

  it('tell a game by its score, but a recording with a headline by that', () => {
    const finished = event({ stream_status: 'finished' });
    expect(tellsGame({ key: '', slide: slide(), event: liveEvent() })).toBe(true);
    expect(tellsGame({ key: '', slide: slide(), event: finished })).toBe(false);
    expect(tellsGame({ key: '', slide: null, event: finished })).toBe(true);
    expect(tellsGame({ key: '', slide: slide(), event: null })).toBe(false);
    expect(tellsGame({ key: '', slide: null, event: event({ participants: [] }) })).toBe(false);
  });
});
