import { createFileRoute } from '@tanstack/react-router';
import { originIn, wantedIn } from '#/entities/wanted';
import { loadShop } from '#/features/offers/load-shop';
import { SelectScreen } from '#/features/offers/select-screen';
import { digitsOnly } from '../digits';

export const Route = createFileRoute('/select-package/$id')({
  staticData: { kind: 'offer', skeleton: 'product', withoutTicker: true },
  // What was chosen stands in the address, so that a choice is no new page and a link keeps it; read by the screen, so that
  // the entry chunk knows nothing of it.
  validateSearch: (raw: Record<string, unknown>) => raw,
  beforeLoad: digitsOnly,
  loader: ({ context }) => loadShop(context.client),
  component: SelectRoute,
});

function SelectRoute() {
  const { id } = Route.useParams();
  const raw = Route.useSearch();
  const navigate = Route.useNavigate();
  const origin = originIn(raw);
  /** `option`: the product chosen instead of the one in the path. */
  const option = /^[0-9]{1,15}$/.test(String(raw.option)) ? Number(raw.option) : undefined;
  return (
    <SelectScreen
      id={Number(id)}
      option={option}
      wanted={wantedIn(raw)}
      origin={origin}
      onChoose={(chosen, part) =>
        void navigate({
          search: { ...(chosen !== Number(id) && { option: chosen }), ...part, ...origin },
          replace: true,
          resetScroll: false,
        })
      }
    />
  );
}
