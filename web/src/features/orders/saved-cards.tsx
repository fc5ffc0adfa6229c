import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { CreditCard } from 'lucide-react';
import { cardsQuery } from '#/api/orders';
import type { SavedCard } from '#/api/types';
import { brandName } from '#/entities/card';
import { Button } from '#/ui/button';
import { Tag } from '#/ui/tag';
import { useForget } from './use-forget';
import './orders.css';

/** The cards that the provider keeps for the user. */
export function SavedCards() {
  const { data, isError } = useQuery({ ...cardsQuery(), retry: false });
  // Where nobody takes payments there are no cards to speak of.
  if (isError || !data) return null;
  return (
    <section aria-labelledby="cards">
      <h2 className="h-sec" id="cards">
        <Trans>Saved cards</Trans>
      </h2>
      {data.length === 0 ? (
        <p className="muted">
          <Trans>None yet. You can save a card when you pay with it.</Trans>
        </p>
      ) : (
        <ul className="orders">
          {data.map((card) => (
            <CardRow key={card.id} card={card} />
          ))}
        </ul>
      )}
    </section>
  );
}

function CardRow({ card }: { card: SavedCard }) {
  const { t } = useLingui();
  const name = brandName(card.brand);
  const { last4 } = card;
  const until = `${String(card.exp_month).padStart(2, '0')}/${String(card.exp_year % 100).padStart(2, '0')}`;
  const title = t`${name} ending in ${last4}`;
  const { busy, forget } = useForget(card, title);
  return (
    <li className="order order--card">
      <span className="order__i" aria-hidden="true">
        <CreditCard className="i i-24" />
      </span>
      <div className="order__t">
        <b>{title}</b>
        <p>{t`Expires ${until}`}</p>
      </div>
      <div className="acts">
        {card.default && (
          <Tag tone="own">
            <Trans>Default</Trans>
          </Tag>
        )}
        <Button look="line" size="sm" busy={busy} onClick={() => void forget()}>
          <span>
            <Trans>
              Delete <span className="vh">{title}</span>
            </Trans>
          </span>
        </Button>
      </div>
    </li>
  );
}
