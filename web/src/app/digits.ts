import { redirect } from '@tanstack/react-router';

/** Guards routes with an id in them. It is digits only; anything else is no address of ours. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- a route takes the type of its parameters from here
export function digitsOnly<P extends { id: string }>({ params }: { params: P }): void {
  if (!/^\d{1,15}$/.test(params.id)) throw redirect({ to: '/404', replace: true });
}
