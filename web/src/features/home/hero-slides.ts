import type { EventSummary, HomeEvents, Slide } from '#/api/types';
import { sides, status } from '#/entities/event';

/** A slide of the hero: an operator's slide, an event, or a slide about an event. */
export interface HeroSlide {
  key: string;
  slide: Slide | null;
  event: EventSummary | null;
}

/** The strip below the hero has room for so many. */
export const heroSlides = 4;

/** Whom the home is about: all of the channel, or one sport, team or school. */
export type SlideTarget = { type: 'main' } | { type: 'category' | 'participant' | 'group'; id: number };

/**
 * What the hero shows: the operator's slides for this home, then featured games, then what is live, then what comes next,
 * until the strip is full. A game is shown once; a slide whose event is gone is told by its own words, if it has any.
 */
export function heroSlidesOf(
  slides: readonly Slide[],
  home: HomeEvents,
  others: readonly EventSummary[] = [],
): HeroSlide[] {
  const known = new Map([...allEvents(home), ...others].map((event) => [event.id, event]));
  const own = slides
    .map((slide) => ({
      key: `s${slide.id}`,
      slide,
      event: slide.event_id === null ? null : (known.get(slide.event_id) ?? null),
    }))
    .filter(({ slide, event }) => event || slide.title);
  const shown = new Set(own.map(({ event }) => event?.id));
  const filling = [...allEvents(home).filter((event) => event.featured), ...home.live, ...home.upcoming];
  const fill = [...new Map(filling.map((event) => [event.id, event])).values()]
    .filter((event) => !shown.has(event.id))
    .map((event) => ({ key: `e${event.id}`, slide: null, event }));
  return liveFirst([...own, ...fill].slice(0, heroSlides));
}

/** The operator's slides for one home. */
export function slidesFor(slides: readonly Slide[], target: SlideTarget): Slide[] {
  return slides.filter((slide) => belongs(slide, target));
}

/** Ids of events that slides are about and the home does not bring. */
export function missingEvents(slides: readonly Slide[], home: HomeEvents): number[] {
  const known = new Set(allEvents(home).map((event) => event.id));
  return slides.flatMap(({ event_id }) => (event_id === null || known.has(event_id) ? [] : [event_id]));
}

/** Whether a slide is told by its game; a recording with a headline of its own is told by that. */
export function tellsGame({ slide, event }: HeroSlide): boolean {
  if (!event || !sides(event)) return false;
  return status(event) !== 'finished' || !slide?.title;
}

function belongs(slide: Slide, target: SlideTarget): boolean {
  return slide.slidable_type === target.type && (target.type === 'main' || slide.slidable_id === target.id);
}

function allEvents(home: HomeEvents): EventSummary[] {
  return [...home.live, ...home.upcoming, ...home.on_demand, ...home.rails.flatMap((rail) => rail.events)];
}

/** A game that is on air does not wait behind an announcement. */
function liveFirst(slides: HeroSlide[]): HeroSlide[] {
  const live = (slide: HeroSlide) => Number(slide.event !== null && status(slide.event) === 'live');
  return slides.toSorted((a, b) => live(b) - live(a));
}
