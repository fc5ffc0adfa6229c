import type { ReactNode } from 'react';
import { useTitle } from '#/lib/channel';
import { buttonClass } from './button';
import { AppLink } from './link';

interface LostProps {
  /** Of the document. */
  title: string;
  heading: ReactNode;
  children: ReactNode;
  /** Where to go instead, the likeliest first. */
  ways: { href: string; text: ReactNode }[];
}

/** What an address leads to that leads nowhere. The server answered 404 too. */
export function Lost({ title, heading, children, ways }: LostProps) {
  useTitle(title);
  return (
    <div className="wrap lost">
      <p className="lost__code" aria-hidden="true">
        404
      </p>
      <h1>{heading}</h1>
      <p className="muted">{children}</p>
      <div className="acts">
        {ways.map(({ href, text }, index) => (
          <AppLink key={href} className={buttonClass(index === 0 ? 'primary' : 'line', 'lg')} href={href}>
            {text}
          </AppLink>
        ))}
      </div>
    </div>
  );
}
