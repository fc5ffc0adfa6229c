import { createFileRoute } from '@tanstack/react-router';
import { passSearch } from '#/entities/pass-search';
import { loadShop } from '#/features/offers/load-shop';
import { PassesScreen } from '#/features/offers/passes-screen';

export const Route = createFileRoute('/packages/passes')({
  validateSearch: passSearch,
  staticData: { kind: 'offers', skeleton: 'offers' },
  loader: ({ context }) => loadShop(context.client),
  component: PassesRoute,
});

function PassesRoute() {
  const navigate = Route.useNavigate();
  return (
    <PassesScreen
      search={Route.useSearch()}
      onChange={(search) => void navigate({ search, replace: true, resetScroll: false })}
    />
  );
}
