import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Language } from '#/api/types';
import { amountText } from '#/entities/price';
import { splitTaxes } from '#/entities/taxes';
import { useBootstrap } from '#/lib/channel';
import './price-lines.css';

/** What is to be paid, line by line, in minor units. */
export interface Sums {
  base_price: number;
  service_fee: number;
  discount: number;
  price: number;
  currency: string;
}

interface PriceLinesProps {
  /** What the first line is called: the product, or its price. */
  name: ReactNode;
  sums: Sums;
  /** The base price of the first line, where others follow it. */
  own?: number;
  more?: readonly { name: string; base_price: number }[] | undefined;
  /** The base price in the product's own words, where the bare amount does not do. */
  stated?: string;
  /** By what there is a discount. */
  discount?: ReactNode;
  /** How often the total is paid. */
  every?: ReactNode;
  /** What of it is paid now, where that is not the total. */
  today?: { label: ReactNode; amount: number } | undefined;
}

/** The price as lines that add up. */
export function PriceLines({
  name,
  sums,
  own = sums.base_price,
  more = [],
  stated,
  discount,
  every,
  today,
}: PriceLinesProps) {
  const { i18n, t } = useLingui();
  const taxes = splitTaxes(sums.service_fee, useBootstrap().settings.taxes);
  const amount = (minor: number) => amountText(minor, sums.currency, i18n.locale as Language);
  return (
    <dl className="paylines">
      <div>
        <dt>{name}</dt>
        <dd>{stated ?? amount(own)}</dd>
      </div>
      {more.map((line) => (
        <div key={line.name}>
          <dt>{line.name}</dt>
          <dd>{amount(line.base_price)}</dd>
        </div>
      ))}
      {discount && (
        <div className="paylines__cut">
          <dt>{discount}</dt>
          <dd>−{amount(sums.discount)}</dd>
        </div>
      )}
      {(taxes[0] ? taxes : [{ name: t`Taxes`, amount: sums.service_fee }]).map((tax) => (
        <div key={tax.name}>
          <dt>{tax.name}</dt>
          <dd>{amount(tax.amount)}</dd>
        </div>
      ))}
      <div className="paylines__sum">
        <dt>
          <Trans>Total</Trans>
          {every && <span className="paylines__every">{every}</span>}
        </dt>
        <dd>{amount(sums.price)}</dd>
      </div>
      {today && (
        <div className="paylines__today">
          <dt>{today.label}</dt>
          <dd>{amount(today.amount)}</dd>
        </div>
      )}
    </dl>
  );
}
