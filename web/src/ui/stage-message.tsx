import type { CSSProperties, ReactNode } from 'react';
import './stage.css';

interface FrameProps {
  /** Names the region: what would play here. */
  label: string;
  /** Behind the message. */
  picture: ReactNode;
  style?: CSSProperties | undefined;
  children: ReactNode;
}

/** The poster in the player's place with one message on it. */
export function StageFrame({ label, picture, style, children }: FrameProps) {
  return (
    <section className="frame on-media" style={style} aria-label={label}>
      {picture}
      <div className="frame__m" role="status">
        {children}
      </div>
    </section>
  );
}

/** What happened or will happen, and what it means for the viewer. */
export function StageMessage({
  title,
  busy = false,
  children,
}: {
  title: ReactNode;
  busy?: boolean;
  children: ReactNode;
}) {
  return (
    <>
      {busy && <span className="frame__spin" aria-hidden="true" />}
      <p className="frame__t">{title}</p>
      <p>{children}</p>
    </>
  );
}
