import { useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { CircleCheck, Pause, Play, SkipBack } from 'lucide-react';
import { type CSSProperties, useState } from 'react';
import type { EventSummary } from '#/api/types';
import type { AccessLabel } from '#/entities/access';
import { clockText, isOff, leader, type Sides, shortName, sides, spokenTitle, status, title } from '#/entities/event';
import { eventPicture } from '#/entities/event-picture';
import { useLeadsSomewhere } from '#/lib/known-path';
import { blur } from '#/ui/blur';
import { buttonClass, IconButton } from '#/ui/button';
import { CourtLines } from '#/ui/court-lines';
import { Crest, CrestPair } from '#/ui/crest';
import { useEventLabels } from '#/ui/event-labels';
import { AppLink } from '#/ui/link';
import { LiveBadge } from '#/ui/live-badge';
import { Score } from '#/ui/score';
import { plateColours, teamColours } from '#/ui/scorebug';
import { advanceMs } from '#/ui/use-auto-advance';
import { useVersus } from '#/ui/use-versus';
import { type HeroSlide, tellsGame } from './hero-slides';
import { useSlideshow } from './use-slideshow';

/**
 * The wide picture on top of the home: one game, one score, one button; the strip below leads to the others. All slides
 * lie in one place, so that the page keeps its height when they change; what is not shown is invisible to everybody.
 */
export function Hero({ slides }: { slides: readonly HeroSlide[] }) {
  const { t } = useLingui();
  const show = useSlideshow(slides.length);
  const shown = slides[show.index];
  if (!shown) return null;
  return (
    <section className="hero on-media" aria-label={t`Featured`} {...show.hold}>
      <Picture of={shown} first={show.index === 0} />
      <div className="wrap hero__in">
        <div className="hero__show">
          {slides.map((slide) => (
            <div key={slide.key} className={slide === shown ? undefined : 'hero__off'}>
              {slide.event && tellsGame(slide) ? <Game event={slide.event} /> : <Story of={slide} />}
            </div>
          ))}
        </div>
        {slides.length > 1 && <Strip slides={slides} show={show} />}
      </div>
    </section>
  );
}

/** The slide's picture, else the event's; without one that loads, court lines on the team colours. */
function Picture({ of: { slide, event }, first }: { of: HeroSlide; first: boolean }) {
  const [broken, setBroken] = useState<string[]>([]);
  const from = [slide, event && eventPicture(event)].find((one) => one?.image && !broken.includes(one.image));
  if (!from) {
    return (
      <div className="hero__img" style={event ? teamColours(event) : undefined}>
        <CourtLines sport={event?.event_category?.alias ?? ''} />
      </div>
    );
  }
  return (
    <div className="hero__img">
      <img
        key={from.image}
        src={from.image}
        srcSet={from.image_srcset || undefined}
        sizes="100vw"
        alt=""
        style={blur(from.image_placeholder)}
        fetchPriority={first ? 'high' : 'auto'}
        onError={() => setBroken((old) => [...old, from.image])}
      />
    </div>
  );
}

function Game({ event }: { event: EventSummary }) {
  const versus = useVersus();
  return (
    <>
      <GameStatus event={event} />
      <h2 className="vh">{spokenTitle(event, versus)}</h2>
      <Board event={event} />
      <Ways event={event} />
    </>
  );
}

function GameStatus({ event }: { event: EventSummary }) {
  const labels = useEventLabels();
  const state = status(event);
  const about = [labels.sport(event), event.division?.name ?? event.group?.name, event.location?.city];
  return (
    <div className="hero__status">
      {state === 'live' && <LiveBadge large clock={clockText(event.score)} />}
      {state === 'upcoming' && <span className="slug">{labels.starts(event, true)}</span>}
      {state === 'finished' && <span className="slug">{labels.recording(event)}</span>}
      <span className="bits">{about.filter(Boolean).join(' · ')}</span>
    </div>
  );
}

const order = ['away', 'home'] as const satisfies (keyof Sides)[];

/** Away above home. Before the game the plates carry the teams' codes instead of a score. */
function Board({ event }: { event: EventSummary }) {
  const two = sides(event);
  const ahead = leader(event.score);
  if (!two) return null;
  return (
    <div className={event.score ? 'board' : 'board board--rec'} aria-hidden="true">
      {order.map((side) => (
        <div key={side} className={ahead && ahead !== side ? 'board__row lose' : 'board__row'}>
          <Crest of={two[side]} />
          <div className="board__name">
            {shortName(two[side])}
            <BoardNote event={event} home={side === 'home'} name={two[side].name} />
          </div>
          <Score
            className="board__score"
            style={plateColours(two[side])}
            value={event.score ? event.score[side] : two[side].code}
          />
        </div>
      ))}
    </div>
  );
}

function BoardNote({ event, home, name }: { event: EventSummary; home: boolean; name: string }) {
  const { t } = useLingui();
  return <small>{home && event.home_team_id && event.location ? t`${name}, at home` : name}</small>;
}

/** What to do with the game, and why one may. */
function Ways({ event }: { event: EventSummary }) {
  const { t } = useLingui();
  const labels = useEventLabels();
  const state = status(event);
  const id = `${event.id}`;
  const venue = labels.venueTime(event);
  const verbs = { live: t`Watch live`, upcoming: t`See the game`, finished: t`Watch the replay` };
  return (
    <div className="hero__cta">
      <Link className={buttonClass('primary', 'lg')} to="/watch/$id" params={{ id }}>
        <Play className="i i-fill" aria-hidden="true" />
        {verbs[state]}
      </Link>
      {state === 'live' && event.has_access && (
        <Link className={buttonClass('media', 'lg')} to="/watch/$id" params={{ id }} search={{ begin: 'start' }}>
          <SkipBack className="i" aria-hidden="true" />
          {t`From the start`}
        </Link>
      )}
      {state === 'upcoming' && venue && <span className="hero__why">{venue}</span>}
      {!isOff(event) && <Why event={event} />}
    </div>
  );
}

function Why({ event }: { event: EventSummary }) {
  const { t } = useLingui();
  const { label, text, note } = useEventLabels().access(event);
  const sentences: Partial<Record<AccessLabel['kind'], string>> = {
    own: t`Included in ${note}`,
    included: event.access.message || text,
    free: t`Free`,
    login: t`Free with an account`,
    price: note ? t`${text} plus taxes` : text,
  };
  return (
    <span className="hero__why">
      {event.has_access && <CircleCheck className="i i-16" aria-hidden="true" />}
      {sentences[label.kind] ?? text}
    </span>
  );
}

/** A slide told in words: the operator's, or an event that is not a game between two. */
function Story({ of: { slide, event } }: { of: HeroSlide }) {
  const { t } = useLingui();
  const leads = useLeadsSomewhere();
  const href = slide?.url || (event ? `/watch/${event.id}` : '');
  return (
    <>
      {event && <GameStatus event={event} />}
      <h2 className="story">{slide?.title || event?.name}</h2>
      {slide?.text && <p>{slide.text}</p>}
      {leads(href) && (
        <div className="hero__cta">
          <AppLink className={buttonClass('primary', 'lg')} href={href}>
            {slide?.button || t`See more`}
          </AppLink>
        </div>
      )}
    </>
  );
}

interface StripProps {
  slides: readonly HeroSlide[];
  show: ReturnType<typeof useSlideshow>;
}

function Strip({ slides, show }: StripProps) {
  const { t } = useLingui();
  const Icon = show.paused ? Play : Pause;
  return (
    <div
      className={show.running ? 'slides slides--run' : 'slides'}
      role="group"
      aria-label={t`Slides`}
      style={{ '--n': slides.length, '--slide-ms': `${advanceMs}ms` } as CSSProperties}
    >
      {slides.map((slide, index) => (
        <button
          key={slide.key}
          type="button"
          className="slide"
          aria-current={index === show.index ? 'true' : undefined}
          onClick={() => show.choose(index)}
        >
          {slide.event && <CrestPair of={slide.event.participants} />}
          <SlideCaption of={slide} />
        </button>
      ))}
      <IconButton label={show.paused ? t`Play slides` : t`Pause slides`} onClick={show.toggle}>
        <Icon className="i" aria-hidden="true" />
      </IconButton>
    </div>
  );
}

function SlideCaption({ of: { slide, event } }: { of: HeroSlide }) {
  const { t } = useLingui();
  const labels = useEventLabels();
  const versus = useVersus();
  if (!event) {
    return (
      <span>
        <b>{slide?.title}</b>
        {slide?.text}
      </span>
    );
  }
  const clock = clockText(event.score);
  const when = {
    live: clock ? t`Live now, ${clock}` : t`Live now`,
    upcoming: labels.starts(event, true),
    finished: labels.recording(event),
  };
  return (
    <span>
      <b>{slide?.title || title(event, versus)}</b>
      {when[status(event)]}
    </span>
  );
}
