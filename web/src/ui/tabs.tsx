import { type KeyboardEvent, type ReactNode, useRef } from 'react';

export interface TabItem {
  key: string;
  label: ReactNode;
}

interface TabsProps {
  label: string;
  items: TabItem[];
  selected: string;
  onSelect: (key: string) => void;
  /** Class of the strip and of one tab. */
  className: string;
  tabClassName: string;
  /** The element these tabs fill. */
  panelId: string;
}

const moves: Record<string, (index: number, last: number) => number> = {
  ArrowRight: (index, last) => (index === last ? 0 : index + 1),
  ArrowLeft: (index, last) => (index === 0 ? last : index - 1),
  Home: () => 0,
  End: (_, last) => last,
};

/** Tabs that fill one panel: one stop for Tab, arrows, Home and End move and select. */
export function Tabs({ label, items, selected, onSelect, className, tabClassName, panelId }: TabsProps) {
  const list = useRef<HTMLDivElement>(null);

  const onKeyDown = (event: KeyboardEvent) => {
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    const next = move(
      Math.max(
        0,
        items.findIndex((item) => item.key === selected),
      ),
      items.length - 1,
    );
    const item = items[next];
    if (!item) return;
    onSelect(item.key);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus();
  };

  return (
    <div className={className} role="tablist" aria-label={label} ref={list} onKeyDown={onKeyDown}>
      {items.map((item) => (
        <button
          key={item.key}
          type="button"
          role="tab"
          className={tabClassName}
          aria-selected={item.key === selected}
          aria-controls={panelId}
          tabIndex={item.key === selected ? 0 : -1}
          onClick={() => onSelect(item.key)}
        >
          {item.label}
        </button>
      ))}
    </div>
  );
}
