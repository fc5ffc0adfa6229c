import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { X } from 'lucide-react';
import { type CSSProperties, type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { counter } from '#/entities/duration';
import { type Cluster, clustersOf, colourOf, type Mark, type PlacedMark } from '../logic/clusters';
import { fractionOf, positionAt, type Span } from '../logic/live';
import { usePlayer } from './context';
import { PlayerButton } from './controls';
import { useDialog } from './use-dialog';
import './marks.css';

/** Narrower than this, in pixels, a list of marks is a sheet of the whole page. */
const NARROW = 640;
/** How many marks the name of a cluster tells. */
const TOLD = 3;

const percent = (fraction: number) => `${(fraction * 100).toFixed(3)}%`;

function variable(name: `--${string}`, value: string): CSSProperties {
  return { [name]: value };
}

interface Open {
  cluster: Cluster;
  opener: HTMLElement;
}

/**
 * Diamonds on the timeline: press one to see it. Several in one place are a number, and a press lists them. All are one stop
 * for Tab, and the arrows go from one to the next.
 */
export function Marks({ marks, span }: { marks: readonly Mark[]; span: Span }) {
  const { deck, remote } = usePlayer();
  const { t } = useLingui();
  const line = useRef<HTMLDivElement>(null);
  const width = useWidth(line);
  const [stop, setStop] = useState(0);
  const [open, setOpen] = useState<Open | null>(null);
  const { start, end } = span;
  const clusters = useMemo(() => {
    const placed = marks.flatMap((mark): PlacedMark[] => {
      const position = deck.engine?.positionOf(mark.at) ?? null;
      if (position === null || position < start || position > end) return [];
      return [{ ...mark, fraction: fractionOf({ start, end }, position) }];
    });
    return clustersOf(placed, width);
  }, [deck, marks, start, end, width]);
  const current = Math.min(stop, clusters.length - 1);
  const close = () => {
    open?.opener.focus();
    setOpen(null);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const next = stopAfter(event.key, current, clusters.length);
    if (next === null || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    setStop(next);
    event.currentTarget.querySelectorAll<HTMLElement>('.tl__m')[next]?.focus();
  };
  return (
    <div ref={line} className="tl__ms">
      <div role="toolbar" aria-label={t`Key moments on the timeline`} onKeyDown={onKeyDown}>
        {clusters.map((cluster, index) => (
          <ClusterButton
            key={cluster.marks[0]?.id}
            cluster={cluster}
            tabIndex={index === current ? 0 : -1}
            expanded={open?.cluster.marks[0]?.id === cluster.marks[0]?.id}
            onFocus={() => setStop(index)}
            onShow={(mark) => remote.seekToMoment(mark.from)}
            onList={(opener) => setOpen({ cluster, opener })}
          />
        ))}
      </div>
      {open && (
        <MarkList
          {...open}
          sheet={width > 0 && width < NARROW}
          timeOf={(mark) => counter(Math.floor(positionAt(span, mark.fraction) - span.start))}
          onShow={(mark) => {
            close();
            remote.seekToMoment(mark.from);
          }}
          onClose={close}
        />
      )}
    </div>
  );
}

/** The place to which a key leads in a row of places. */
function stopAfter(key: string, current: number, count: number): number | null {
  if (key === 'ArrowLeft') return Math.max(0, current - 1);
  if (key === 'ArrowRight') return Math.min(count - 1, current + 1);
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  return null;
}

function useWidth(line: { current: HTMLElement | null }): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = line.current;
    if (!element || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [line]);
  return width;
}

interface ClusterProps {
  cluster: Cluster;
  tabIndex: number;
  expanded: boolean;
  onFocus: () => void;
  onShow: (mark: Mark) => void;
  onList: (opener: HTMLElement) => void;
}

function ClusterButton({ cluster, tabIndex, expanded, onFocus, onShow, onList }: ClusterProps) {
  const colour = colourOf(cluster);
  const [first] = cluster.marks;
  const name = useClusterName(cluster);
  if (!first) return null;
  const shared = {
    type: 'button',
    style: { left: percent(cluster.fraction), ...(colour && { '--c': colour }) },
    tabIndex,
    'aria-label': name,
    title: name,
    onFocus,
  } as const;
  if (cluster.marks.length === 1) return <button {...shared} className="tl__m" onClick={() => onShow(first)} />;
  return (
    <button
      {...shared}
      className="tl__m tl__m--many"
      aria-haspopup="dialog"
      aria-expanded={expanded}
      onClick={(event) => onList(event.currentTarget)}
    >
      <span aria-hidden="true">{cluster.marks.length}</span>
    </button>
  );
}

/** `Goal, Fundy`, or `5 moments: Goal, Fundy; Save, Laurentide; Hit…`. */
function useClusterName({ marks }: Cluster): string {
  const { t } = useLingui();
  const count = marks.length;
  if (count === 1) return marks[0]?.label ?? '';
  const moments = t`${plural(count, { one: '# moment', other: '# moments' })}`;
  const told = marks
    .slice(0, TOLD)
    .map(({ label }) => label)
    .join('; ');
  return count > TOLD ? t`${moments}: ${told}…` : t`${moments}: ${told}`;
}

interface ListProps extends Open {
  sheet: boolean;
  timeOf: (mark: PlacedMark) => string;
  onShow: (mark: Mark) => void;
  onClose: () => void;
}

/** The moments of a cluster, goals first. */
function MarkList({ cluster, opener, sheet, timeOf, onShow, onClose }: ListProps) {
  const { t } = useLingui();
  const ref = useRef<HTMLDialogElement>(null);
  useDialog(ref, sheet, opener, onClose);
  useEffect(() => ref.current?.querySelector<HTMLElement>('li button')?.focus(), []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    onClose();
  };
  return (
    <dialog
      ref={ref}
      className={sheet ? 'p-set p-set--sheet' : 'p-set tl__list'}
      style={variable('--at', percent(cluster.fraction))}
      aria-label={t`Key moments here`}
      onKeyDown={onKeyDown}
      onCancel={onClose}
    >
      <div className="p-set__h">
        <b>
          <Trans>Key moments</Trans>
        </b>
        <PlayerButton label={t`Close`} onClick={onClose}>
          <X className="i" aria-hidden="true" />
        </PlayerButton>
      </div>
      <ul>
        {cluster.marks.map((mark) => (
          <li key={mark.id}>
            <button
              type="button"
              className="p-set__act"
              style={mark.colour ? variable('--c', mark.colour) : undefined}
              onClick={() => onShow(mark)}
            >
              <i aria-hidden="true" />
              <span>{mark.label}</span>
              <span className="tl__at">{timeOf(mark)}</span>
            </button>
          </li>
        ))}
      </ul>
    </dialog>
  );
}
