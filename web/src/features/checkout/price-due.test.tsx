import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aProduct } from '#/testing/orders';
import { renderScreen } from '#/testing/render';
import { PriceTag } from '#/ui/price-tag';
import { PriceDue } from './price-due';

const taxed = aProduct({ base_price: 6991, service_fee: 909, price: 7900 });

it('leads with the base price, and says that taxes are added', async () => {
  await renderScreen(<PriceTag of={taxed} />);
  expect(await screen.findByText(/^CAD \$69\.91/)).toBeVisible();
  expect(screen.getByText('plus taxes')).toBeVisible();
  expect(screen.queryByText(/with taxes/)).toBeNull();
});

it('says the total too where the reader is about to pay', async () => {
  await renderScreen(<PriceDue of={taxed} />);
  expect(await screen.findByText('CAD $79.00 with taxes')).toBeVisible();
});

it('says nothing of taxes where there are none', async () => {
  await renderScreen(<PriceDue of={aProduct({ base_price: 7900, service_fee: 0, price: 7900 })} />);
  expect(await screen.findByText(/^CAD \$79\.00/)).toBeVisible();
  expect(screen.queryByText(/taxes/)).toBeNull();
});
