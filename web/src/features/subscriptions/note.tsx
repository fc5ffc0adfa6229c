import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

/** What needs attention about a subscription, with more below it. */
export function Note({ children, more }: { children: ReactNode; more?: ReactNode }) {
  return (
    <div className="subscr__failed" role="note">
      <p>
        <TriangleAlert className="i" aria-hidden="true" />
        <span>{children}</span>
      </p>
      {more}
    </div>
  );
}
