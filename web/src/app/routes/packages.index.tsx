import { createFileRoute } from '@tanstack/react-router';
import { loadShop } from '#/features/offers/load-shop';
import { PackagesScreen } from '#/features/offers/packages-screen';

export const Route = createFileRoute('/packages/')({
  staticData: { kind: 'offers', skeleton: 'offers' },
  loader: ({ context }) => loadShop(context.client),
  component: PackagesScreen,
});
