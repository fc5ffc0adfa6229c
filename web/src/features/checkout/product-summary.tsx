import type { ReactNode } from 'react';
import type { Product } from '#/api/types';
import type { Choosable } from '#/entities/choice';
import { blur } from '#/ui/blur';
import { Crest } from '#/ui/crest';

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
      {product.image && (
        <img
          className="bought__img"
          src={product.image}
          srcSet={product.image_srcset || undefined}
          sizes="(min-width: 900px) 380px, 100vw"
          style={blur(product.image_placeholder)}
          alt=""
        />
      )}
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
