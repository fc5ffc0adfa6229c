import { useLingui } from '@lingui/react/macro';
import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react';
import { type ReactNode, type RefObject, useCallback, useEffect, useId, useRef, useState } from 'react';
import { IconButton } from './button';
import { useAutoAdvance } from './use-auto-advance';

interface SectionProps {
  title: ReactNode;
  count?: number | undefined;
  /** Link to everything of this kind. */
  more?: ReactNode;
  controls?: ReactNode;
  children: ReactNode;
}

/** A part of a page with its heading on the left and ways on at the right. */
export function Section({ title, count, more, controls, children }: SectionProps) {
  const id = useId();
  const { i18n } = useLingui();
  return (
    <section className="sec wrap" aria-labelledby={id}>
      <div className="sec__head">
        <h2 id={id}>
          {title} {count !== undefined && <sup>{i18n.number(count)}</sup>}
        </h2>
        {(more || controls) && (
          <div className="more">
            {more}
            {controls}
          </div>
        )}
      </div>
      {children}
    </section>
  );
}

interface RailProps extends Omit<SectionProps, 'controls'> {
  /** Moves on by one item every five seconds while it is on screen; a button pauses it, and so does moving it by hand. */
  auto?: boolean;
  className?: string;
}

/** List items in one row that runs past the right edge; it is scrolled by hand, by two buttons, or by the focus. */
export function Rail({ children, auto = false, className = '', ...section }: RailProps) {
  const list = useRef<HTMLUListElement>(null);
  const { overflows, atStart, atEnd, measure } = useEdges(list);
  const { hold, paused, pause, toggle } = useMoving(list, auto && overflows);
  const controls = overflows && (
    <>
      {auto && <PauseButton paused={paused} onPress={toggle} />}
      <RailButtons list={list} atStart={atStart} atEnd={atEnd} onPress={pause} />
    </>
  );
  return (
    <Section {...section} controls={controls}>
      <ul className={className ? `rail ${className}` : 'rail'} ref={list} onScroll={measure} {...(auto && hold)}>
        {children}
      </ul>
    </Section>
  );
}

/** Moves a list that is wanted to move, while people can see it: to the next item, and from the end to the start. */
function useMoving(list: RefObject<HTMLElement | null>, wanted: boolean) {
  const seen = useOnScreen(list, wanted);
  const [step, setStep] = useState(0);
  const advance = useCallback(() => {
    const at = list.current;
    if (!at) return;
    const [first, second] = at.children;
    const width = first && second ? second.getBoundingClientRect().left - first.getBoundingClientRect().left : 0;
    const ends = at.scrollLeft >= at.scrollWidth - at.clientWidth - 1;
    at.scrollTo({ left: ends ? 0 : at.scrollLeft + width });
    setStep((before) => before + 1);
  }, [list]);
  return useAutoAdvance(wanted && seen, advance, step);
}

function useOnScreen(element: RefObject<HTMLElement | null>, wanted: boolean): boolean {
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    const at = element.current;
    if (!wanted || !at || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver(([entry]) => setSeen((entry?.intersectionRatio ?? 0) > 0.9), {
      threshold: [0, 0.9, 1],
      // What lies past the sides of a list counts as little as what lies past those of the window.
      rootMargin: '0px 100% 0px 100%',
    });
    observer.observe(at);
    return () => observer.disconnect();
  }, [element, wanted]);
  return seen;
}

function PauseButton({ paused, onPress }: { paused: boolean; onPress: () => void }) {
  const { t } = useLingui();
  const Icon = paused ? Play : Pause;
  return (
    <IconButton className="rail__pause" label={paused ? t`Move automatically` : t`Pause movement`} onClick={onPress}>
      <Icon className="i i-fill" aria-hidden="true" />
    </IconButton>
  );
}

/** Where a scrolled list stands. One pixel of slack, because browsers report fractions. */
function useEdges(list: RefObject<HTMLElement | null>) {
  const [edges, setEdges] = useState({ overflows: false, atStart: true, atEnd: true });
  const measure = useCallback(() => {
    const at = list.current;
    if (!at) return;
    const reach = at.scrollWidth - at.clientWidth;
    const next = { overflows: reach > 1, atStart: at.scrollLeft <= 1, atEnd: at.scrollLeft >= reach - 1 };
    setEdges((old) => (same(old, next) ? old : next));
  }, [list]);

  useEffect(() => {
    const at = list.current;
    if (!at || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(measure);
    observer.observe(at);
    return () => observer.disconnect();
  }, [list, measure]);

  return { ...edges, measure };
}

interface Edges {
  overflows: boolean;
  atStart: boolean;
  atEnd: boolean;
}

function same(a: Edges, b: Edges): boolean {
  return a.overflows === b.overflows && a.atStart === b.atStart && a.atEnd === b.atEnd;
}

interface ButtonsProps {
  list: RefObject<HTMLElement | null>;
  atStart: boolean;
  atEnd: boolean;
  onPress: () => void;
}

/** At an end a button stays focusable, so that pressing it again does not throw the focus away. */
function RailButtons({ list, atStart, atEnd, onPress }: ButtonsProps) {
  const { t } = useLingui();
  const scroll = (direction: -1 | 1) => {
    onPress();
    const at = list.current;
    at?.scrollBy({ left: direction * Math.max(280, at.clientWidth * 0.8) });
  };
  return (
    <>
      <IconButton label={t`Previous`} aria-disabled={atStart} onClick={() => scroll(-1)}>
        <ChevronLeft className="i i-24" aria-hidden="true" />
      </IconButton>
      <IconButton label={t`Next`} aria-disabled={atEnd} onClick={() => scroll(1)}>
        <ChevronRight className="i i-24" aria-hidden="true" />
      </IconButton>
    </>
  );
}
