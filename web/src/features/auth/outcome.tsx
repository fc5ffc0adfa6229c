import { CircleCheck, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

/** What became of something, said as soon as it is known. */
export function Outcome({ bad, children }: { bad?: boolean; children: ReactNode }) {
  const Icon = bad ? TriangleAlert : CircleCheck;
  return (
    <p className={`login__done${bad ? ' login__done--bad' : ''}`} role={bad ? 'alert' : 'status'}>
      <Icon className="i" aria-hidden="true" />
      <span>{children}</span>
    </p>
  );
}
