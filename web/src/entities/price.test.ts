import { describe, expect, it } from 'vitest';
import { amountText, priceText, total } from './price';

describe('amountText', () => {
  it('shows both dollars as $, next to their code, and places both as the language does', () => {
    expect(amountText(999, 'CAD', 'en')).toBe('CAD\u00a0$9.99');
    expect(amountText(999, 'USD', 'en')).toBe('USD\u00a0$9.99');
    expect(amountText(999, 'CAD', 'fr')).toBe('9,99\u00a0$\u00a0CAD');
    expect(amountText(999, 'USD', 'fr')).toBe('9,99\u00a0$\u00a0USD');
  });

  it('keeps the cents of whole amounts', () => {
    expect(amountText(7900, 'CAD', 'en')).toBe('CAD\u00a0$79.00');
    expect(amountText(0, 'CAD', 'fr')).toBe('0,00\u00a0$\u00a0CAD');
  });
});

describe('priceText', () => {
  it('is code, symbol and base price', () => {
    expect(priceText({ currency: 'CAD', base_price: 999, price: 1149 }, 'en')).toBe('CAD\u00a0$9.99');
    expect(priceText({ currency: 'USD', base_price: 999 }, 'fr')).toBe('9,99\u00a0$\u00a0USD');
  });

  it('adds period and offer when there is an offer', () => {
    expect(priceText({ currency: 'CAD', base_price: 7900, period: 'season', offer: 'annual' }, 'en')).toBe(
      'CAD\u00a0$79.00/season annual',
    );
    expect(priceText({ currency: 'CAD', base_price: 900, period: 'month', offer: 'other' }, 'en')).toBe(
      'CAD\u00a0$9.00/month',
    );
    expect(priceText({ currency: 'CAD', base_price: 900, period: 'month', offer: 'other' }, 'fr')).toBe(
      '9,00\u00a0$\u00a0CAD/mois',
    );
    expect(priceText({ currency: 'CAD', base_price: 900, offer: 'other' }, 'en')).toBe('CAD\u00a0$9.00');
    expect(priceText({ currency: 'CAD', base_price: 900, period: 'month' }, 'en')).toBe('CAD\u00a0$9.00');
  });

  it('has the offer as the channel words it', () => {
    const offered = { currency: 'USD', base_price: 4900, period: 'season', offer: 'early bird' };
    expect(priceText(offered, 'en')).toBe('USD\u00a0$49.00/season early bird');
    expect(priceText(offered, 'fr')).toBe('49,00\u00a0$\u00a0USD/saison early bird');
  });

  it('tells the period of what is charged again, also without an offer', () => {
    const monthly = { currency: 'CAD', base_price: 900, period: 'month', offer: '', renewal: true };
    expect(priceText(monthly, 'en')).toBe('CAD\u00a0$9.00/month');
    expect(priceText({ ...monthly, period: 'year', offer: 'annual' }, 'en')).toBe('CAD\u00a0$9.00/year annual');
    expect(priceText({ ...monthly, period: 'year', offer: 'annual' }, 'fr')).toBe('9,00\u00a0$\u00a0CAD/an annuel');
  });
});

it('adds taxes to the base price when the server sent no total', () => {
  expect(total({ currency: 'CAD', base_price: 999, service_fee: 150 })).toBe(1149);
  expect(total({ currency: 'CAD', base_price: 999, service_fee: 150, price: 1200 })).toBe(1200);
});
