import { Trans } from '@lingui/react/macro';
import { Option } from '#/ui/option';
import type { AddOnSelection } from './parts';
import { PriceDue } from './price-due';

/** The add-ons that can be paid in the same payment, each with its price. */
export function AddOnList({ addOns: { offered, chosen, onChange } }: { addOns: AddOnSelection }) {
  if (offered.length === 0) return null;
  return (
    <section aria-labelledby="add-ons">
      <h2 className="h-sec" id="add-ons">
        <Trans>Add to your order</Trans>
      </h2>
      <div className="picks">
        {offered.map(({ product, gives }) => (
          <Option
            key={product.id}
            many
            name="add"
            checked={chosen.includes(product.id)}
            onChange={({ target }) => onChange(product.id, target.checked)}
            title={product.name}
            about={gives}
            end={<PriceDue of={product} />}
          />
        ))}
      </div>
    </section>
  );
}
