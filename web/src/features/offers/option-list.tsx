import { Trans } from '@lingui/react/macro';
import { type CSSProperties, useId } from 'react';
import type { Product } from '#/api/types';
import { safeColour } from '#/entities/colour';
import { renewalOf, yearlySaving } from '#/entities/offer';
import { Crest } from '#/ui/crest';
import { Option } from '#/ui/option';
import { PriceTag } from '#/ui/price-tag';
import { Tag } from '#/ui/tag';
import { useCoverageText } from './texts';
import type { Shop } from './use-shop';

interface OptionListProps {
  options: Product[];
  chosen: Product;
  shop: Shop;
  onChoose: (id: number) => void;
}

/** The products to choose between: how often to pay, which school, which sport. */
export function OptionList({ options, chosen, shop, onChoose }: OptionListProps) {
  const name = useId();
  return (
    <fieldset className="options">
      <legend className="options__l">
        <Question product={chosen} shop={shop} />
      </legend>
      <div className={chosen.is_team_pass ? 'options__g options__g--two' : 'options__g'}>
        {options.map((product) => (
          <ProductOption
            key={product.id}
            name={name}
            product={product}
            options={options}
            shop={shop}
            checked={product === chosen}
            onChoose={() => onChoose(product.id)}
          />
        ))}
      </div>
    </fieldset>
  );
}

function Question({ product, shop }: { product: Product; shop: Shop }) {
  if (product.is_team_pass) return <Trans>Which school do you follow?</Trans>;
  if (shop.on.subscriptions.includes(product)) return <Trans>How would you like to pay?</Trans>;
  return <Trans>Which sports do you follow?</Trans>;
}

interface OptionProps {
  name: string;
  product: Product;
  options: Product[];
  shop: Shop;
  checked: boolean;
  onChoose: () => void;
}

function ProductOption({ name, product, options, shop, checked, onChoose }: OptionProps) {
  const coverage = shop.coverage(product);
  const covered = useCoverageText()(product, coverage);
  const id = coverage.kind === 'teams' ? coverage.school?.id : undefined;
  const school = shop.schools.find((one) => one.id === id);
  const saving = savingAgainst(product, options);
  return (
    <Option
      name={name}
      checked={checked}
      onChange={onChoose}
      style={{ '--c': safeColour(school?.color) } as CSSProperties}
      mark={school && <Crest of={school} />}
      title={school?.name ?? product.name}
      about={school ? product.name : covered}
      note={
        saving > 0 && (
          <Tag tone="price">
            <Trans>Save {saving}%</Trans>
          </Tag>
        )
      }
      end={<PriceTag of={product} />}
    />
  );
}

function savingAgainst(product: Product, options: Product[]): number {
  if (renewalOf(product) !== 'annual') return 0;
  const monthly = options.find((one) => renewalOf(one) === 'monthly');
  return monthly ? yearlySaving(product, monthly) : 0;
}
