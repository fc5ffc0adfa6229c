import { useQuery } from '@tanstack/react-query';
import type { KeyboardEvent, ReactNode } from 'react';
import { slidesQuery } from '#/api/queries';
import { useBootstrap } from '#/lib/channel';
import './device.css';

interface TvFrameProps {
  title: ReactNode;
  children: ReactNode;
  /** Buttons and links below. */
  actions: ReactNode;
}

/** The layout of a page on a TV: large type, and a remote control is enough to use it. */
export function TvFrame({ title, children, actions }: TvFrameProps) {
  const { name, logo } = useBootstrap().settings.channel;
  const slide = useQuery(slidesQuery('main')).data?.find((candidate) => candidate.image);
  return (
    <div className="tv on-media" onKeyDown={moveFocus}>
      {slide && (
        <img className="tv__art" src={slide.image} srcSet={slide.image_srcset || undefined} sizes="100vw" alt="" />
      )}
      <p className="tv__brand">
        {logo && <img src={logo} alt="" />}
        <b className="d">{name}</b>
      </p>
      <div className="tv__main">
        <h1>{title}</h1>
        {children}
      </div>
      <div className="acts tv__acts">{actions}</div>
    </div>
  );
}

/** Moves the focus to the next or previous link or button on an arrow key. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (!step) return;
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('a, button')];
  const next = all[all.indexOf(document.activeElement as HTMLElement) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
