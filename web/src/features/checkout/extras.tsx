import { Trans } from '@lingui/react/macro';
import { Option } from '#/ui/option';
import type { Extras } from './parts';
import { PriceDue } from './price-due';

/** What can be paid in the same payment, each with what it adds. */
export function ExtrasChoice({ extras: { offered, chosen, onChange } }: { extras: Extras }) {
  if (offered.length === 0) return null;
  return (
    <section aria-labelledby="extras">
      <h2 className="h-sec" id="extras">
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
