import { createFileRoute, redirect } from '@tanstack/react-router';
import { loadShop } from '#/features/offers/load-shop';
import { SelectScreen } from '#/features/offers/select-screen';

export const Route = createFileRoute('/select-package/$id')({
  staticData: { kind: 'offer', withoutTicker: true },
  validateSearch: (raw: Record<string, unknown>): SelectSearch =>
    /^[0-9]{1,15}$/.test(String(raw.option)) ? { option: Number(raw.option) } : {},
  beforeLoad: ({ params }) => {
    // An id is digits only; anything else is no address of ours.
    if (!/^[0-9]{1,15}$/.test(params.id)) throw redirect({ to: '/404', replace: true });
  },
  loader: ({ context }) => loadShop(context.client),
  component: SelectRoute,
});

interface SelectSearch {
  /** The product chosen instead of the one in the path. It stands here, so that a choice is no new page. */
  option?: number;
}

function SelectRoute() {
  const { id } = Route.useParams();
  const { option } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <SelectScreen
      id={Number(id)}
      option={option}
      onChoose={(chosen) => void navigate({ search: { option: chosen }, replace: true, resetScroll: false })}
    />
  );
}
