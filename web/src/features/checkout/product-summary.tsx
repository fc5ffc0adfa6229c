import type { ReactNode } from 'react';
import type { Product } from '#/api/types';
import type { Choosable } from '#/entities/choice';
import { Crest } from '#/ui/crest';
import { ProductPicture } from '#/ui/product-picture';

interface ProductSummaryProps {
  product: Product;
  /** The part of it that is bought. */
  chosen?: Choosable | undefined;
  facts: ReactNode;
}

/** What is bought, as a card. */
export function ProductSummary({ product, chosen, facts }: ProductSummaryProps) {
  return (
    <div className="bought">
      <ProductPicture product={product} className="bought__img" />
      <h2>{product.name}</h2>
      {chosen && (
        <ul className="bought__sides">
          <li>
            {chosen.team && <Crest of={chosen.team} />}
            <span>
              <b>{chosen.name}</b>
              {chosen.about && <span className="muted">{chosen.about}</span>}
            </span>
          </li>
        </ul>
      )}
      {facts}
    </div>
  );
}
