import { redirect } from '@tanstack/react-router';

/** Guards routes with an id in them. It is digits only; anything else is no address of ours. */
export function digitsOnly({ params: { id } }: { params: { id: string } }): void {
  if (!/^[0-9]{1,15}$/.test(id)) throw redirect({ to: '/404', replace: true });
}
