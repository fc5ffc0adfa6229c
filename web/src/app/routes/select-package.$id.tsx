import { createFileRoute, redirect } from '@tanstack/react-router';
import { type Wanted, wantedIn } from '#/entities/wanted';
import { loadShop } from '#/features/offers/load-shop';
import { SelectScreen } from '#/features/offers/select-screen';

export const Route = createFileRoute('/select-package/$id')({
  staticData: { kind: 'offer', withoutTicker: true },
  validateSearch: (raw: Record<string, unknown>): SelectSearch => ({
    ...(/^[0-9]{1,15}$/.test(String(raw.option)) && { option: Number(raw.option) }),
    ...wantedIn(raw),
  }),
  beforeLoad: ({ params }) => {
    // An id is digits only; anything else is no address of ours.
    if (!/^[0-9]{1,15}$/.test(params.id)) throw redirect({ to: '/404', replace: true });
  },
  loader: ({ context }) => loadShop(context.client),
  component: SelectRoute,
});

/** What was chosen stands in the address, so that a choice is no new page and a link keeps it. */
interface SelectSearch extends Wanted {
  /** The product chosen instead of the one in the path. */
  option?: number;
}

function SelectRoute() {
  const { id } = Route.useParams();
  const { option, ...wanted } = Route.useSearch();
  const navigate = Route.useNavigate();
  const choose = (chosen: number, part: Wanted) =>
    void navigate({
      search: { ...(chosen !== Number(id) && { option: chosen }), ...part },
      replace: true,
      resetScroll: false,
    });
  return <SelectScreen id={Number(id)} option={option} wanted={wanted} onChoose={choose} />;
}
