import { createFileRoute } from '@tanstack/react-router';
import { PackagesScreen } from '#/features/offers/packages-screen';
import { loadShop } from '#/features/offers/use-shelf';

export const Route = createFileRoute('/packages/')({
  staticData: { kind: 'offers' },
  loader: ({ context }) => loadShop(context.client),
  component: PackagesScreen,
});
