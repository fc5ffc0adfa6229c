import { useLingui } from '@lingui/react/macro';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type ReactNode, type RefObject, useCallback, useEffect, useId, useRef, useState } from 'react';
import { IconButton } from './button';

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

/** List items in one row that runs past the right edge; it is scrolled by hand, by two buttons, or by the focus. */
export function Rail({ children, ...section }: Omit<SectionProps, 'controls'>) {
  const list = useRef<HTMLUListElement>(null);
  const { overflows, atStart, atEnd, measure } = useEdges(list);
  return (
    <Section {...section} controls={overflows && <RailButtons list={list} atStart={atStart} atEnd={atEnd} />}>
      <ul className="rail" ref={list} onScroll={measure}>
        {children}
      </ul>
    </Section>
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
}

/** At an end a button stays focusable, so that pressing it again does not throw the focus away. */
function RailButtons({ list, atStart, atEnd }: ButtonsProps) {
  const { t } = useLingui();
  const scroll = (direction: -1 | 1) => {
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
